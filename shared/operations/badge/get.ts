import { WALLET_A_STATUS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { type Output, type OutputFields, toOutput } from '../../fields/output';
import { getBadge } from '../../api/badges';
import type { Badge } from '../../service/badgeSchemas';
import { badgeTemplateId } from './inputs';

export const badgeFields = {
  id: { label: 'Badge ID', type: 'string', always: true },
  name: { label: 'Name', type: 'string' },
  active: { label: 'Published', type: 'boolean' },
  [WALLET_A_STATUS]: { label: 'Wallet A Status', type: 'string' },
} satisfies OutputFields;

export function badgeOutput(badge: Badge): Output {
  return toOutput(badge, badgeFields);
}

export const badgeSample = { id: 'bdg_51c0aa', name: 'Office Berlin', active: true };

export const get = defineOperation({
  resource: 'badge',
  key: 'get',
  label: 'Get',
  action: 'Get badge',
  description: 'Get an access badge and its status',
  effect: 'read',
  endpoints: ['GET /badge/templates/{id}'],
  input: { badgeTemplateId },
  output: { returns: 'one', fields: badgeFields, sample: badgeSample },

  async run({ client }, { badgeTemplateId }) {
    return badgeOutput(await getBadge(client, badgeTemplateId));
  },
});
