import { defineOperation } from '../operation';
import { exportPasses } from '../../api/passLists';
import { shortened } from '../../service/text';
import { consumeCsv } from './csv';
import * as inputs from './inputs';

export const exportAll = defineOperation({
  resource: 'pass',
  key: 'export',
  label: 'Export',
  action: 'Export passes as CSV',
  description: 'Export the passes of a template as a CSV file with every field value',
  details: [
    '**In a spreadsheet**: the values are exactly as they were entered, also by strangers in a sign-up form. A spreadsheet that opens the file takes a value that begins with `=`, `+`, `-` or `@` as a formula: `=HYPERLINK(...)` or `=IMPORTXML(...)` can send other cells to a website, and in Excel `=cmd|...` asks to start a program. It also drops leading zeros, and a phone number such as `+43 1 2345` becomes a number or an error. So do not open the file directly, but import it with every column as text:',
    [
      '- **Excel**: Data › From Text/CSV › Transform Data, and set the type of every column to Text. Choose No if it asks whether to start an application or to update links.',
      '- **Google Sheets**: File › Import, without "Convert text to numbers, dates, and formulas".',
      '- **LibreOffice**: in the import dialog, set the type of every column to Text, and leave "Evaluate formulas" off.',
    ].join('\n'),
    'The same applies to a step that writes values of passes to a spreadsheet. In n8n\'s Google Sheets node, choose "Let n8n format" as the Cell Format.',
  ].join('\n\n'),
  effect: 'read',
  endpoints: ['GET /passes/export'],
  zapier: {
    kind: 'create',
    key: 'export_passes',
    label: 'Export Passes',
    noun: 'Export',
    description: 'Exports the passes of a template as a CSV file.',
    intro: 'A step has 25 seconds, so the export of a template with very many passes may fail.',
  },
  input: { templateId: inputs.templateId, status: inputs.listStatus },
  output: {
    returns: 'file',
    fields: {
      id: { label: 'Export ID', type: 'string', always: true },
      fileName: { label: 'File Name', type: 'string', always: true },
      passCount: { label: 'Number of Passes', type: 'integer', always: true },
    },
    sample: {
      id: 'tpl_8c2e91-2026-03-12T10:20:00.000Z',
      fileName: 'passes-Member-Card-2026-03-12.csv',
      passCount: 2,
    },
  },

  async run({ client, templates, fileSink: file }, { templateId, status }) {
    const now = new Date(client.clock.now()).toISOString();
    const ofStatus = status === 'all' ? '' : `-${status}`;
    // A file without a template name is better than no file. Read it first: while the response of the export is open,
    // this request could wait forever for its turn.
    const name = await templates.name(templateId).catch(() => undefined);
    const fileName = `passes-${fileNamePart(name) || templateId}${ofStatus}-${now.slice(0, 10)}.csv`;
    const passCount = await exportPasses(
      client,
      { templateId, status: status === 'all' ? undefined : status },
      (content) => consumeCsv(content, fileName, file),
    );
    if (passCount === 0) await templates.assertExists(templateId);
    return { id: `${templateId}${ofStatus}-${now}`, fileName, passCount };
  },
});

/** Only letters and digits, which every file system accepts. */
function fileNamePart(text = ''): string {
  return shortened(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
