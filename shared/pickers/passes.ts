import type { ServiceClient } from '../http/client';
import { listPasses } from '../operations/pass/calls';
import { findByContact } from '../operations/pass/contact';
import { scanPasses } from '../operations/pass/scan';
import { listTemplatePage } from '../operations/template/calls';
import type { PassRow } from '../service/schemas';
import type { Choice, PickerPage, PickerQuery } from './picker';

const PAGE = 50;
/** Without a chosen template the newest passes of this many templates are shown. */
const TEMPLATES = 10;
const PER_TEMPLATE = 10;

/**
 * Passes to choose from, newest first. The service finds passes by whole email or phone only, so
 * that is what a search takes.
 */
export async function pickPasses(
  client: ServiceClient,
  { templateId, filter, cursor }: PickerQuery & { templateId?: string },
): Promise<PickerPage> {
  const contact = filter?.trim();
  if (templateId === undefined) return { choices: await acrossTemplates(client, contact) };
  if (contact) return { choices: (await findByContact(client, templateId, contact)).map(choice) };

  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
    pageSize: PAGE,
    startAfter: cursor === undefined ? undefined : Number(cursor),
  });
  const first = await pages.next();
  const rows = first.done ? [] : first.value;
  const last = rows.at(-1);
  return { choices: rows.map(choice), cursor: last && String(last.created) };
}

async function acrossTemplates(
  client: ServiceClient,
  contact: string | undefined,
): Promise<Choice[]> {
  const { data } = await listTemplatePage(client, { limit: TEMPLATES });
  const lists = await Promise.all(
    data.map(({ id }) =>
      contact
        ? findByContact(client, id, contact)
        : listPasses(client, { templateId: id, limit: PER_TEMPLATE }).then(({ passes }) => passes),
    ),
  );
  return lists
    .flat()
    .sort((a, b) => b.created - a.created)
    .map(choice);
}

/** `Ana Souza · ana@example.com · M-0042`, as far as known. */
function choice({ id, email, phone, externalId, templateFields, customFields }: PassRow): Choice {
  const values = { ...customFields, ...templateFields };
  const name = values.accountName ?? values.ticketHolderName ?? values.memberName;
  const parts = [name, email ?? phone, externalId].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return { id, label: parts.length > 0 ? parts.join(' · ') : id };
}
