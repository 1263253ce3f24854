/** The section on previews: what they read, what they return, and what they cannot know. */

import { ENDPOINTS } from '../../../shared/api/endpoints';
import type { Operation } from '../../../shared/operations/operation';
import { grouped } from '../endpointTables';
import { code, either, list, table } from '../markdown';

/** An operation with the name that links to it. */
export interface LinkedOperation {
  operation: Operation;
  link: string;
}

/** The blocks of the section, with its heading. */
export function previewsSection(all: readonly LinkedOperation[]): string[] {
  const writing = all.filter(({ operation }) => operation.effect !== 'read');
  const [withPreview, without] = [true, false].map((has) =>
    writing.filter(({ operation }) => (operation.preview !== undefined) === has),
  );
  return [
    '## Previews',
    'With **Preview Only**, an operation runs with a client that only reads: it checks its inputs, reads what it needs, and stops before the first request that would change or send something. So up to there, a preview cannot differ from the run. It needs no confirmation switch.',
    '**What it reads**: everything that the run reads, with the same scopes. These it reads for the preview alone, if the key may; otherwise, `notes` says what is unknown without it, or the value is absent:',
    list([
      'the pass that an input names (`passes.viewAll`). If there is none, the preview fails as the run would;',
      'the name of the template (`templates.viewAll`);',
      'of _Subtract_, the balance, if a template is given;',
      'of an invite, the badge (`badges.viewAll`). If there is none, or it is not published, the preview fails as the run would;',
      `of an operation on a template, the template and the number of its passes.`,
    ]),
    '**What it returns**: the values of the request, each under its own key, and:',
    keysTable(),
    'A value that only the run could return is a placeholder: `(issued by an earlier item)` for the ID of a pass, `(uploaded first)` for that of a file. With **Simplify**, everything that would be sent stays.',
    '**What it cannot know**:',
    list([
      'Other items: a pass that an earlier item would issue counts as existing, and nothing else is simulated. Two items that subtract from one balance both see it unchanged.',
      'Other people: what changes before the real run.',
      'What only the service can check: the limits of the account, the default design of a template, whether a message arrives.',
    ]),
    'A preview of _Sync List_ also judges the list: it shows everything, and a hint of the run says what would be refused.',
    table(
      ['`wouldBe`', 'Operations with a preview'],
      grouped(withPreview ?? [], ({ operation }) => wouldBeText(operation)).map(
        ([wouldBe, operations]) => [wouldBe, operations.map(({ link }) => link).join(', ')],
      ),
    ),
    `These have none: ${(without ?? []).map(({ link }) => link).join(', ')}.`,
  ];
}

/** What the request does to its object; of an operation with outcomes, also those that send nothing. */
function wouldBeText({ preview, endpoints, output }: Operation): string {
  const sent = preview?.wouldBe
    ? [preview.wouldBe]
    : endpoints.flatMap((key) => ENDPOINTS[key].wouldBe ?? []);
  const outcomes = output.fields.outcome?.oneOf ?? [];
  const values = new Set([...sent, ...outcomes]);
  // A pass of which nothing becomes anything.
  values.delete('notInList');
  return either([...values].map(code));
}

function keysTable(): string {
  return table(
    ['Key', 'Meaning'],
    [
      ['`preview`', 'Always `true`.'],
      [
        '`wouldBe`',
        "What the result's `outcome` would be, or what would be done. On Zapier: Expected Outcome.",
      ],
      ['`templateName`', 'The name of the template.'],
      ['`status`', 'Of an existing pass, if the run has read it from the list.'],
      [
        '`changes`',
        'Of such a pass: the values that would be sent and that it does not have, with `from` and `to`; without `from` those that the list does not show, so that it may have them.',
      ],
      ['`notWritten`', 'The values of the row that an existing pass would not get.'],
      [
        '`previousBalance`, `applied`, `stoppedAtZero`',
        'Of Subtract: the balance before, what would be subtracted, and whether it is too low.',
      ],
      [
        '`fields`, `removedFields`, `addedFields`, `renamedFields`',
        'The fields that a card would have, and what a new design does to those of every card.',
      ],
      ['`passCount`', 'How many passes the template has.'],
      ['`wouldVoid`', 'How many passes would be voided with the template.'],
      [
        '`notes`',
        'What could not be read or counted, and what else a new design would do, e.g. show no stamps.',
      ],
    ],
  );
}
