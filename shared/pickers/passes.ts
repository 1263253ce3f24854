import type { TemplateUse } from '../fields';
import type { ServiceClient } from '../http/client';
import { listPasses } from '../api/passes';
import { findByContact } from '../api/findByContact';
import { scanPasses } from '../api/scanPasses';
import { listTemplates } from '../api/templates';
import { passStatus } from '../service/passStatus';
import type { PassRow, Template } from '../service/schemas';
import { inWords } from '../service/text';
import type { Choice, PickerPage } from './picker';
import { choice, withUniqueLabels } from './picker';
import type { TemplateQuery } from './templates';
import { supportsUse } from './templates';

const PAGE_SIZE = 50;
/** Number of templates to list passes of if none is chosen, the newest ones first. */
const MAX_TEMPLATES = 10;
const PASSES_PER_TEMPLATE = 10;

/**
 * Passes by holder, contact and external ID, newest first. `filter` must be a complete email or phone,
 * because the service finds passes by nothing else. `cursor` is a creation time in epoch ms.
 */
export async function pickPasses(
  client: ServiceClient,
  { templateId, filter, cursor, fits }: TemplateQuery & { templateId?: string },
): Promise<PickerPage> {
  const contact = filter?.trim();
  if (templateId === undefined)
    return { choices: await newestOfAllTemplates(client, contact, fits) };
  const now = client.clock.now();
  if (contact)
    return { choices: passChoices(await findByContact(client, templateId, contact), now) };

  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
    pageSize: PAGE_SIZE,
    startAfter: cursor === undefined ? undefined : Number(cursor),
  });
  const first = await pages.next();
  const rows = first.done ? [] : first.value;
  const last = rows.at(-1);
  return { choices: passChoices(rows, now), cursor: last && String(last.created) };
}

/** The label has the template's name, because one person can have passes of several templates. */
async function newestOfAllTemplates(
  client: ServiceClient,
  contact: string | undefined,
  fits: TemplateUse | undefined,
): Promise<Choice[]> {
  const templates = await newestTemplates(client, fits);
  const lists = await Promise.all(
    templates.map(({ id }) =>
      contact
        ? findByContact(client, id, contact)
        : listPasses(client, { templateId: id, limit: PASSES_PER_TEMPLATE }).then(
            ({ passes }) => passes,
          ),
    ),
  );
  const passes = lists.flatMap((rows, i) =>
    rows.map((row) => ({ row, template: templates[i]?.name })),
  );
  passes.sort((a, b) => b.row.created - a.row.created);
  const now = client.clock.now();
  return withUniqueLabels(passes.map(({ row, template }) => passChoice(row, now, template)));
}

async function newestTemplates(
  client: ServiceClient,
  fits: TemplateUse | undefined,
): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of listTemplates(client)) {
    if (supportsUse(template, fits)) found.push(template);
    if (found.length === MAX_TEMPLATES) break;
  }
  return found;
}

function passChoices(rows: readonly PassRow[], now: number): Choice[] {
  return withUniqueLabels(rows.map((row) => passChoice(row, now)));
}

/** For example `Ana Souza · ana@example.com · M-0042`, with a status other than valid at the end. */
function passChoice(row: PassRow, now: number, template?: string): Choice {
  const { id, email, phone, externalId } = row;
  const status = passStatus(row, now);
  const values = { ...row.customFields, ...row.templateFields };
  const name = values.accountName ?? values.ticketHolderName ?? values.memberName;
  const { label } = choice(id, name, email ?? phone, externalId);
  return choice(id, label, template, status === 'valid' ? undefined : inWords(status));
}
