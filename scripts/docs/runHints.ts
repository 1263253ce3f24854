/** The section of docs/troubleshooting.md about what n8n shows above the output after a run. */

import { N8N_WORDS } from '../../nodes/WalletPass/errors/shownError';
import { unmatchedColumns } from '../../nodes/WalletPass/output/runHints';
import { type Note, type WordedNotes, wordNotes } from '../../shared/operations/notes';
import { notReported, wouldBeRefused } from '../../shared/operations/pass/syncList/syncPlan';
import { insertGenerated } from './insertGenerated';
import { bold, cell, table } from './markdown';

type Code = Note['code'];

/** In place of every value: people search the page for the rest. */
const ANY = '…';

interface HintOnPage {
  /** Notes that are worded as on the page, each of an item of its own. */
  notes: readonly Note[];
  /** What to do, as far as the words do not say it: they appear after every run, and this only here. */
  also?: string;
}

/** The kinds are those of `wordNotes`, which has their order. */
const HINTS: Record<Code, readonly HintOnPage[]> = {
  failedCheck: [
    {
      notes: [{ code: 'failedCheck', message: ANY }],
      also: 'Nothing: the results are complete.',
    },
  ],
  issuedTwice: [
    {
      notes: [{ code: 'issuedTwice', count: 2 }],
      also: 'Find them with the recipe [pass-report](../examples/n8n/pass-report.json), and void those that nobody uses. Let one workflow at a time issue passes of a template.',
    },
  ],
  list: [
    {
      notes: [{ code: 'list', text: notReported(2, { message: ANY, fix: ANY }) }],
      also: 'All items were sent. Run the node with the complete list to see who is not in it ([Keep in sync](keep-in-sync.md)).',
    },
    {
      notes: [{ code: 'list', text: wouldBeRefused(ANY) }],
      also: 'Search this page for the reason. Without Preview Only, the run would end with it before anything is sent.',
    },
  ],
  otherEmail: [{ notes: twice({ code: 'otherEmail' }) }],
  respelled: [{ notes: twice({ code: 'respelled', externalId: ANY, other: ANY }) }],
  notRemoved: [
    {
      notes: twice({ code: 'notRemoved', left: 'nothing' }),
      also: 'Check the email and phone number: the person may have a badge with another contact.',
    },
    ...(['onlyInvite', 'invite'] as const).map((left) => ({
      notes: twice({ code: 'notRemoved', left }),
      also: 'Delete the invite with **Badge Invite** › **Delete**.',
    })),
  ],
  notValid: [{ notes: twice({ code: 'notValid', status: 'expired' }) }],
  sharedId: [
    {
      notes: twice({ code: 'sharedId', ref: { templateId: ANY, externalId: ANY }, isSent: true }),
      also: 'If the items are about different people, give each an External ID of its own.',
    },
  ],
  notWritten: [{ notes: twice({ code: 'notWritten', inputs: [ANY] }) }],
  existingNotUpdated: [{ notes: twice({ code: 'existingNotUpdated' }) }],
  sentEveryTime: [
    {
      notes: twice({ code: 'sentEveryTime', inputs: [ANY] }),
      also: 'To avoid that, map them only where a pass is issued ([Keep in sync](keep-in-sync.md)).',
    },
  ],
  phoneNotFound: [
    { notes: [{ code: 'phoneNotFound', forms: [`+${ANY}`] }], also: 'Check the number.' },
    { notes: [{ code: 'phoneNotFound', forms: [ANY] }] },
  ],
  stoppedAtZero: [{ notes: twice({ code: 'stoppedAtZero' }) }],
  withoutExternalId: [{ notes: twice({ code: 'withoutExternalId' }) }],
  noCountryCode: [{ notes: twice({ code: 'noCountryCode' }) }],
  blankRows: [
    {
      notes: [{ code: 'blankRows', count: 2 }],
      also: 'If these rows should have values, check the expressions of the inputs.',
    },
  ],
};

function twice<N extends Note>(note: N): N[] {
  return [note, note];
}

/** The hint of the node itself, with what to do. */
const UNMATCHED_COLUMNS = [
  unmatchedColumns([ANY]),
  'Nothing, if they belong to no field. Otherwise, name each column like its field, or map the fields one by one.',
] as const;

/** All hints, the most urgent first, as on the screen. The first sentence says what has happened. */
export function hintsTable(): string {
  const all = Object.values(HINTS).flat();
  const codes = worded(all.flatMap(({ notes }) => notes)).map(({ code }) => code);
  const ofNotes = codes.flatMap((code) =>
    HINTS[code].flatMap(({ notes, also = '' }) =>
      worded(notes).flatMap(({ lines }) => lines.map((line) => [line, also] as const)),
    ),
  );
  return table(
    ['Hint', 'What to do'],
    [...ofNotes, UNMATCHED_COLUMNS].map(([line, also]) => {
      const [first = '', ...rest] = withoutValues(line).split(/(?<=\.) (?=['A-Z])/);
      return [bold(cell(first)), cell([...rest, also].join(' ').trim())];
    }),
  );
}

function worded(notes: readonly Note[]): WordedNotes[] {
  return wordNotes(
    notes.map((note, item) => ({ item, note })),
    [],
    N8N_WORDS,
  );
}

/** Counts and items differ from run to run. */
function withoutValues(line: string): string {
  return line.replace(/items? \d+(-\d+)?/gi, ANY).replace(/(?<=^|: )\d+(?= )/g, ANY);
}

/** docs/troubleshooting.md with the table inserted. */
export function withHints(page: string): string {
  return insertGenerated(page, 'hints after a run', hintsTable());
}
