import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';

import { PASS_TYPE_FIELDS } from '../../../shared/service/vocabulary';
import { endpoint } from '../../http/endpoint';
import type { Pass, Template } from '../../state/entities';
import { ownTemplate } from '../templates/find';
import { requiredText } from '../validate';
import { designFieldIds, shownValue } from './fieldValues';
import { hasStatus, listStatus } from './list';

/** Columns every export starts with. */
const CONTACT_COLUMNS = ['name', 'email', 'phone', 'redemptionValue'] as const;
/** Fields that can contain the holder's name; the first match is used. */
const NAME_FIELDS = ['accountName', 'ticketHolderName', 'memberName', 'name'];
const DATE_FIELDS = ['validFrom', 'validUntil'];

/**
 * CSV with a header row and one row per pass, newest first.
 * Columns: name, email, phone, redemption value, the stamp count of a loyalty card, then every field.
 */
export const exportPasses = endpoint('GET /passes/export', {
  scopes: ['members.export'],
  query: z.object({ templateId: requiredText, status: listStatus }),
  handle: (call) => {
    const template = ownTemplate(call, call.query.templateId);
    const passes = call.state.passes.newestFirst(template.id).filter(hasStatus(call.query.status));
    const fields = fieldColumns(template);
    const stamps = template.type === 'loyalty' ? ['collectedStamps'] : [];
    const rows = passes.map((pass) => [
      holderName(template, pass),
      pass.email,
      pass.phone,
      pass.redemptionValue,
      ...(stamps.length > 0 ? [pass.collectedStamps] : []),
      ...fields.map((id) => shownValue(template, pass, id)),
    ]);
    return new Response(stringify([[...CONTACT_COLUMNS, ...stamps, ...fields], ...rows]), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="passes.csv"',
      },
    });
  },
});

/**
 * The type's own fields, the design's, and the dates, without duplicates. A field named like one of the
 * first columns becomes a second column with that name.
 */
function fieldColumns(template: Template): string[] {
  return [
    ...new Set([
      ...PASS_TYPE_FIELDS[template.type],
      ...designFieldIds(template.design),
      ...DATE_FIELDS,
    ]),
  ];
}

function holderName(template: Template, pass: Pass): string | number | undefined {
  const id = NAME_FIELDS.find((field) => shownValue(template, pass, field) !== undefined);
  return id === undefined ? undefined : shownValue(template, pass, id);
}
