/** The section on previews: what they read, what they return, and what they cannot know. */

import { ENDPOINTS } from '../../../shared/api/endpoints';
import type { Operation } from '../../../shared/operations/operation';
import { grouped } from '../endpointTables';
import { inWords } from '../../../shared/service/wording';
import { code, either, table } from '../markdown';

/** The blocks of the section, with its heading. */
export function previewsSection(all: readonly Operation[]): string[] {
  const withPreview = all.filter(({ preview }) => preview !== undefined);
  return [
    '## Previews',
    'With **Preview Only**, an operation runs with a client that only reads, and stops before the first request that would change or send something: up to there, a preview cannot differ from the run. It needs no confirmation switch. It reads what the run reads, with the same scopes, and in addition, if the key may, the pass or badge that an input names, the name of the template and, of Subtract, the balance.',
    'It returns the values of the request, each under its own key, even with **Simplify**, and:',
    keysTable(),
    '`(issued by an earlier item)` and `(uploaded first)` are placeholders for IDs that only the run returns. A preview of _Sync List_ also judges the list, and a hint says what would be refused.',
    'A preview knows nothing of other items, except that a pass which an earlier one would issue counts as existing; of what other people change before the run; and of what only the service can check, such as the limits of the account.',
    table(
      ['`wouldBe`', 'Operations with a preview'],
      grouped(withPreview, wouldBeText).map(([wouldBe, operations]) => [
        wouldBe,
        operations.map(nameOf).join(', '),
      ]),
    ),
  ];
}

function nameOf({ resource, label }: Operation): string {
  return resource === 'pass' ? label : `${inWords(resource)} › ${label}`;
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
      ['`wouldBe`', "What the result's `outcome` would be, or what would be done."],
      [
        '`changes`',
        'Of an existing pass that the run has read from the list: the values that it does not have, with `from` and `to`; without `from`, the list does not show them.',
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
      [
        '`passCount`, `wouldVoid`',
        'How many passes the template has, and how many would be voided with it.',
      ],
      [
        '`notes`',
        'What could not be read or counted, and what else a new design would do, e.g. show no stamps.',
      ],
    ],
  );
}
