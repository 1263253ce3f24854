import { parse } from 'csv-parse/sync';

import { defineOperation } from '../operation';
import { exportPasses } from './calls';
import * as inputs from './inputs';

export const exportAll = defineOperation({
  resource: 'pass',
  key: 'export',
  label: 'Export',
  action: 'Export passes as CSV',
  description:
    'Export the passes of a template as a CSV file with name, contact and every field value. Needs the scope members.export, which only Full access keys and custom keys have.',
  effect: 'read',
  scopes: ['members.export'],
  repeat: 'free',
  zapier: {
    kind: 'create',
    key: 'export_passes',
    label: 'Export Passes',
    noun: 'Export',
    description: 'Exports the passes of a template as a CSV file.',
  },
  input: { templateId: inputs.templateId, status: inputs.listStatus('filters') },
  output: {
    returns: 'file',
    fields: {
      id: { label: 'Export ID', type: 'string', always: true },
      fileName: { label: 'File Name', type: 'string', always: true },
      passCount: { label: 'Number of Passes', type: 'integer', always: true },
    },
    sample: {
      id: 'tpl_8c2e91-2026-03-12',
      fileName: 'passes-tpl_8c2e91-2026-03-12.csv',
      passCount: 2,
    },
  },

  async run({ client }, { templateId, status }) {
    const csv = await exportPasses(client, {
      templateId,
      status: status === 'all' ? undefined : status,
    });
    const rows = readCsv(csv);
    const id = `${templateId}-${new Date(client.ports.now()).toISOString().slice(0, 10)}`;
    const name = `passes-${id}.csv`;
    return {
      json: { id, fileName: name, passCount: rows.length },
      file: { name, mimeType: 'text/csv', content: csv },
      rows: () => rows,
    };
  },
});

/** One object a row, keyed by the header; every value stays text, leading zeros and all. */
function readCsv(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
}
