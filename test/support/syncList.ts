import type { IDataObject } from 'n8n-workflow';

import { type PassRun, byId, type useN8n } from './n8n';

/** Sync List on n8n, for items with a `number` and an `email`, on the template of loyalty cards. */
export function syncListOn(n8n: ReturnType<typeof useN8n>) {
  const template = () => n8n.sandbox.templates.loyalty;
  return {
    sync: (items: IDataObject[], parameters: object, more: PassRun = {}) =>
      n8n.pass(
        'sync',
        {
          templateId: byId(template()),
          externalId: '={{ $json.number }}',
          email: '={{ $json.email }}',
          ...parameters,
        },
        { items, ...more },
      ),
    /** Passes `M-1`, `M-2`, … */
    seed: (count: number) =>
      n8n.sandbox.control.seedPasses(template(), count, { externalIdPrefix: 'M-' }),
    /** External IDs of the voided passes. */
    voided: () =>
      n8n.sandbox.control
        .passes(template())
        .flatMap(({ isValid, externalId }) => (isValid ? [] : [externalId])),
  };
}

/** Voids up to ten passes that are not in the list. */
export const VOID = { missing: 'void', confirmVoidPassSync: true, maxVoid: '10', graceHours: 0 };
