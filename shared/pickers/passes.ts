import type { TemplateFeature } from '../fields';
import type { ServiceClient } from '../http/client';
import { findPass } from '../api/passes';
import { passPages } from '../api/passLists';
import { findByContact } from '../api/findByContact';
import { PAGE_SIZE as SEARCH_PAGE_SIZE, scanPasses } from '../api/scanPasses';
import { readTemplates } from '../api/templates';
import { holderName } from '../design/rowValues';
import { passStatus } from '../service/passStatus';
import type { PassRow, Template } from '../service/schemas';
import { plain } from '../service/text';
import { inWords } from '../service/wording';
import { type Choice, type ListPicker, choice, filterChoices, withUniqueLabels } from './picker';
import { supportsFeature } from './templates';

const PAGE_SIZE = 50;
/** Number of templates to list passes of if none is chosen, the newest ones first. */
const MAX_TEMPLATES = 10;
const PASSES_PER_TEMPLATE = 10;
/** Pages that a search reads of the chosen template: its newest 1,000 passes. */
const MAX_SEARCH_PAGES = 5;
/** A search ends with the page that completes this many matches; the next query continues there. */
const ENOUGH_MATCHES = 50;

/** Passes by holder, contact and external ID, newest first. `cursor` is a creation time in epoch ms. */
export const pickPasses: ListPicker = async (
  client,
  { templateId, filter, cursor, requiresFeature },
) => {
  const wanted = plain(filter ?? '');
  if (templateId === undefined) {
    return {
      choices: withUniqueLabels(await pickFromAllTemplates(client, wanted, requiresFeature)),
    };
  }
  const options = { templateId, pageSize: PAGE_SIZE, maxPages: 1, cursor };
  const { choices, cursor: next } =
    wanted === ''
      ? await readPages(client, options)
      : await search(client, wanted, {
          ...options,
          pageSize: SEARCH_PAGE_SIZE,
          maxPages: MAX_SEARCH_PAGES,
        });
  return { choices: withUniqueLabels(choices), cursor: next };
};

interface PassChoice extends Choice {
  /** Epoch ms. */
  created: number;
}

interface PassPage {
  choices: PassChoice[];
  cursor?: string;
}

/** Which passes of a template to read. */
interface PageOptions {
  templateId: string;
  /** Name of the template, for the labels. */
  template?: string;
  pageSize: number;
  maxPages: number;
  cursor?: string;
}

/** The label has the template's name, because one person can have passes of several templates. */
async function pickFromAllTemplates(
  client: ServiceClient,
  wanted: string,
  requiresFeature: TemplateFeature | undefined,
): Promise<PassChoice[]> {
  const isListed = (template: Template) => supportsFeature(template, requiresFeature);
  const templates = await readTemplates(client, isListed, MAX_TEMPLATES);
  const lists = await Promise.all(
    templates.map(({ id: templateId, name: template }) => {
      const options = { templateId, template, maxPages: 1 };
      return wanted === ''
        ? readPages(client, { ...options, pageSize: PASSES_PER_TEMPLATE })
        : search(client, wanted, { ...options, pageSize: SEARCH_PAGE_SIZE });
    }),
  );
  return lists.flatMap(({ choices }) => choices).sort((a, b) => b.created - a.created);
}

/**
 * The service finds only a whole email or phone number, and reads one pass by its external ID. Everything
 * else that a label shows is found among the newest passes.
 */
async function search(
  client: ServiceClient,
  wanted: string,
  options: PageOptions,
): Promise<PassPage> {
  const { templateId, template, cursor } = options;
  const isFirst = cursor === undefined;
  if (isFirst && CONTACT.test(wanted)) {
    const rows = await findByContact(client, templateId, wanted);
    if (rows.length > 0) return { choices: rows.map((row) => passChoice(client, row, template)) };
  }
  const [page, exact] = await Promise.all([
    readPages(client, options, wanted),
    isFirst ? findPass(client, { by: 'externalId', externalId: wanted, templateId }) : undefined,
  ]);
  if (!exact || page.choices.some(({ id }) => id === exact.id)) return page;
  const older = { ...choice(exact.id, exact.externalId, template), created: 0 };
  return { ...page, choices: [older, ...page.choices] };
}

/** An email address, or a text that can only be a phone number. */
const CONTACT = /@|^[\d\s()+./-]+$/;

/** Passes whose label matches, from one page or from several until there are enough. */
async function readPages(
  client: ServiceClient,
  { templateId, template, pageSize, maxPages, cursor }: PageOptions,
  wanted?: string,
): Promise<PassPage> {
  const choices: PassChoice[] = [];
  let pages = 0;
  const startAfter = cursor === undefined ? undefined : Number(cursor);
  const scan = scanPasses(passPages(client, templateId), { pageSize, startAfter });
  for await (const { rows } of scan) {
    const page = rows.map((row) => passChoice(client, row, template));
    for (const found of filterChoices(page, wanted)) choices.push(found);
    pages += 1;
    const last = rows.at(-1);
    if (last && (pages === maxPages || choices.length >= ENOUGH_MATCHES)) {
      return { choices, cursor: String(last.created) };
    }
  }
  return { choices };
}

/** For example `Ana Souza · ana@example.com · M-0042`, with a status other than valid at the end. */
function passChoice({ clock }: ServiceClient, row: PassRow, template?: string): PassChoice {
  const { id, email, phone, externalId, created } = row;
  const status = passStatus(row, clock.now());
  const { label } = choice(id, holderName(row), email ?? phone, externalId);
  return {
    ...choice(id, label, template, status === 'valid' ? undefined : inWords(status)),
    created,
  };
}
