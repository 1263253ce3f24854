import type { TemplateUse } from '../fields';
import type { ServiceClient } from '../http/client';
import { listPasses } from '../api/passes';
import { findByContact } from '../api/findByContact';
import { scanPasses } from '../api/scanPasses';
import { listTemplates } from '../api/templates';
import type { PassRow, Template } from '../service/schemas';
import type { Choice, PickerPage } from './picker';
import { choice, uniqueById } from './picker';
import type { TemplateQuery } from './templates';
import { isFit } from './templates';

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
  { templateId, filter, cursor, fits }: TemplateQuery & { templateId?: string },
): Promise<PickerPage> {
  const contact = filter?.trim();
  if (templateId === undefined) return { choices: await acrossTemplates(client, contact, fits) };
  if (contact) return { choices: passChoices(await findByContact(client, templateId, contact)) };

  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
    pageSize: PAGE,
    startAfter: cursor === undefined ? undefined : Number(cursor),
  });
  const first = await pages.next();
  const rows = first.done ? [] : first.value;
  const last = rows.at(-1);
  return { choices: passChoices(rows), cursor: last && String(last.created) };
}

/** The passes of several templates look alike without the names of these. */
async function acrossTemplates(
  client: ServiceClient,
  contact: string | undefined,
  fits: TemplateUse | undefined,
): Promise<Choice[]> {
  const templates = await newestTemplates(client, fits);
  const lists = await Promise.all(
    templates.map(({ id }) =>
      contact
        ? findByContact(client, id, contact)
        : listPasses(client, { templateId: id, limit: PER_TEMPLATE }).then(({ passes }) => passes),
    ),
  );
  const named = lists.flatMap((rows, i) =>
    rows.map((row) => ({ row, template: templates[i]?.name })),
  );
  named.sort((a, b) => b.row.created - a.row.created);
  return uniqueById(named.map(({ row, template }) => passChoice(row, template)));
}

async function newestTemplates(
  client: ServiceClient,
  fits: TemplateUse | undefined,
): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of listTemplates(client)) {
    if (isFit(template, fits)) found.push(template);
    if (found.length === TEMPLATES) break;
  }
  return found;
}

function passChoices(rows: readonly PassRow[]): Choice[] {
  return uniqueById(rows.map((row) => passChoice(row)));
}

/** `Ana Souza · ana@example.com · M-0042`, as far as known. */
function passChoice(row: PassRow, template?: string): Choice {
  const { id, email, phone, externalId, isValid } = row;
  const values = { ...row.customFields, ...row.templateFields };
  const name = values.accountName ?? values.ticketHolderName ?? values.memberName;
  const { label } = choice(id, name, email ?? phone, externalId);
  return choice(id, label, template, isValid === false ? 'Voided' : undefined);
}
