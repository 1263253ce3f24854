/** README.md of the reference: everything in tables, and what the pages have in common. */

import { RUN_LIMITS } from '../../../nodes/WalletPass/controls/runLimits';
import { MAX_ENTRIES } from '../../../shared/api/listBounds';
import { OPERATIONS, RESOURCES } from '../../../shared/operations';
import { sentence } from '../../../shared/service/wording';
import { TRIGGERS } from '../../../shared/triggers';
import { anchor, bold, cell, code, firstSentence, headingLink, list, table } from '../markdown';
import { scopesByJob } from '../scopesByJob';
import { linkOf, zapierName } from './names';
import { previewsSection } from './previews';
import { whenText } from './sections';

/** The blocks of the page. */
export function indexPage(): (string | undefined)[] {
  return [
    '# Operations and triggers',
    'Everything the connector does on n8n and on Zapier. Each name links to its inputs, outputs, scopes and an example; – is for what only n8n has. Wallet A is the wallet of iPhones, Wallet B that of Android phones ([names](../service.md#naming)). In the tables of inputs, the name below a label on n8n is the one for expressions and AI agents; the same goes for the keys of outputs. Zapier shows the labels. To keep the pages short, what several operations share is there once. An operation returns one item for each input item, and a trigger one for each event, unless its **Output** says otherwise.',
    list([
      ...RESOURCES.map(({ label }) => headingLink(label)),
      headingLink('Triggers'),
      headingLink('Scopes'),
      headingLink('Previews'),
      headingLink('Outputs of several operations'),
      headingLink('Options of long runs on n8n'),
      headingLink('Output fields on n8n'),
      headingLink('Big lists'),
      headingLink('If the connection breaks'),
    ]),
    ...RESOURCES.flatMap(({ label, operations }) => [
      `## ${label}`,
      table(
        ['Operation', 'What it does', 'Zapier'],
        operations.map((operation) => [
          `${linkOf(operation, operation.label)}${operation.zapierOnly ? ' (Zapier only)' : ''}`,
          cell(sentence(firstSentence(operation.description))),
          cell(zapierName(operation.zapier) ?? '–'),
        ]),
      ),
    ]),
    '## Triggers',
    table(
      ['Event', 'When it triggers', 'Zapier'],
      TRIGGERS.map(({ label, description, zapier }) => [
        `[${label}](triggers.md${anchor(label)})`,
        cell(whenText(firstSentence(description), zapier)),
        cell(zapier?.label ?? '–'),
      ]),
    ),
    '## Scopes',
    scopesByJob(),
    'Each page names the scopes of its operations. To choose templates, passes or badges from a list, a key also needs `templates.viewAll`, `passes.viewAll` or `badges.viewAll`. Images can also be uploaded with `templates.create` or `templates.edit`, and read with `templates.viewAll`.',
    ...previewsSection(OPERATIONS),
    '## Outputs of several operations',
    sharedOutputsTable(),
    '## Options of long runs on n8n',
    `${runOptionsOf()} have these in addition:`,
    runOptionsTable(),
    '## Output fields on n8n',
    'Where a page says what **Simplify** keeps, **Simplify** (`simplify`) is an input. It is on by default; off returns all fields. If the node is the tool of an AI agent, **Output** (`output`) replaces it: _Raw_ (`raw`), _Selected Fields_ (`selectedFields`) or, by default, _Simplified_ (`simplified`). **Fields** (`selectedFields`) has the selected ones; the ID is always included.',
    '## Big lists',
    list([
      '**Get Many** reads page by page, and keeps of each page only what it outputs.',
      '**Triggers** that read all passes of a template store 15 to 29 characters per pass, or 15 plus 9 for each watched field, up to 4 MiB: 150,000 passes with one field, 69,000 with five. Beyond that, a poll fails and names the setting to lower, without losing or repeating anything. Passes that are deleted, or appear late, do not affect the events of others. A poll of a Zap returns at most 5 MiB, the latest events in full: from about 9,000 passes that have the event, the others have only their ID, which Zapier has seen before.',
      "**Export** streams the file directly into n8n's file storage, up to 256 MiB, or 64 MiB if its rows become items. If a download breaks off, the item fails; a partial file is never output.",
      `A list fails after ${MAX_ENTRIES.toLocaleString('en-US')} passes or templates; it is never cut short.`,
    ]),
    '## If the connection breaks',
    '[Retries](../retries.md#no-response) says what the connector does then, with all operations in one table.',
  ];
}

/** Output fields whose name does not say when they have which value. */
function sharedOutputsTable(): string {
  return table(
    ['Key', 'Meaning'],
    [
      [
        '`recovered`',
        'The response to the request was lost, and the pass was found instead of issued again.',
      ],
      [
        '`emailRequested`, `textMessageRequested`',
        'Whether a message was requested. The service does not report whether it arrived.',
      ],
      [
        '`skippedFields`',
        'Fields whose values were not sent, because the template does not have them.',
      ],
      ['`trimmedInputs`', 'Inputs whose ID was sent without the spaces around it.'],
      [
        '`validFrom`, `validUntil`',
        'The exact times that were sent, or those of a pass that was read.',
      ],
      ['`key`', 'The holder ID, or the email or phone of a person who is only invited.'],
    ],
  );
}

function runOptionsOf(): string {
  const labels = OPERATIONS.filter(({ longRuns }) => longRuns).map(({ label }) => bold(label));
  return new Intl.ListFormat('en').format(labels);
}

/** The options that n8n adds to operations with long runs. */
function runOptionsTable(): string {
  const rows = Object.entries(RUN_LIMITS).map(
    ([name, { label, default: preset, description = '' }]) => [
      `Options › ${bold(label)}<br>${code(`options.${name}`)}`,
      `Number<br>default: ${JSON.stringify(preset)}`,
      cell(sentence(description)),
    ],
  );
  return table(['On n8n', 'Type', 'Description'], rows);
}
