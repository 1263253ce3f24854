import * as field from '../../fields';
import type { PassRow } from '../../service/schemas';
import type { Output } from '../../fields/output';
import { defineOperation } from '../operation';
import { listPasses } from '../../api/passes';
import * as inputs from './inputs';
import { rowFields, rowOutput, rowSample } from './output';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';

export const getAll = defineOperation({
  resource: 'pass',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many passes',
  description: 'Get many passes of a template, newest first, with field values and validity',
  effect: 'read',
  scopes: ['passes.viewAll'],
  input: {
    templateId: inputs.templateId,
    limit: field.limit(),
    status: inputs.listStatus('filters'),
  },
  output: { returns: 'many', fields: rowFields, sample: rowSample },

  async run({ client }, { templateId, limit, status }) {
    const now = client.clock.now();
    // The service documents paging for `status=all` only, so filter here.
    const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
      pageSize: PAGE_SIZE,
      atMost: status === 'all' ? limit : undefined,
    });
    const found: Output[] = [];
    for await (const rows of pages) {
      const wanted = rows.filter((row) => hasStatus(row, status)).slice(0, limit - found.length);
      // Convert page by page: keeping both forms of a long list would take twice the memory.
      for (const row of wanted) found.push(rowOutput(row, now));
      if (found.length >= limit) break;
    }
    return found;
  },
});

function hasStatus(
  { deviceCount }: PassRow,
  status: 'all' | 'installed' | 'not_installed',
): boolean {
  return status === 'all' || (deviceCount ?? 0) > 0 === (status === 'installed');
}
