import { ServiceError, checkAll } from '../errors/serviceError';
import { searchedForms } from '../api/findByContact';
import { getPass } from '../api/passes';
import type { ContactMatches } from '../fields';
import { dayInWords } from '../service/dates';
import type { PassLookup, PassRef } from '../service/passRef';
import { passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { quoted } from '../service/text';
import { listed } from '../service/wording';
import type { Context } from './context';

/** Passes that an error lists. */
const MAX_LISTED = 5;

/**
 * Finds the pass that an item names by contact, or in several ways.
 * @throws {ServiceError} unless every way leads to one and the same pass
 */
export async function resolvePass(
  context: Context,
  lookup: PassLookup,
  contactMatches: ContactMatches,
): Promise<PassRef> {
  const { passId, externalId, contact, templateId } = lookup;
  const [named, held] = await checkAll(
    () =>
      externalId === undefined
        ? undefined
        : getPass(context.client, { by: 'externalId', externalId, templateId }),
    () =>
      contact === undefined ? undefined : onlyMatch(context, contact, templateId, contactMatches),
  );
  const ids = [passId, named?.id, held?.id].filter((id) => id !== undefined);
  const [id, ...others] = new Set(ids);
  if (id === undefined || others.length > 0) throw differentPasses(lookup);
  return {
    by: 'id',
    passId: id,
    templateId,
    externalId: externalId ?? held?.externalId ?? undefined,
    contact,
  };
}

/**
 * The one pass of a template that a contact names.
 * @throws {ServiceError} `notFound` or `conflict` if there is none, or if it is uncertain which one is meant
 */
async function onlyMatch(
  context: Context,
  contact: string,
  templateId: string,
  matches: ContactMatches,
): Promise<PassRow> {
  const rows = await context.passes.search(templateId, contact);
  const valid = rows.filter((row) => statusOf(row, context) === 'valid');
  const candidates = matches === 'any' || valid.length === 0 ? rows : valid;
  const [only, ...others] = candidates;
  if (!only) throw nobody(contact, templateId);
  if (others.length > 0) throw severalPasses(contact, candidates, context);
  if (matches === 'valid' && valid.length === 0) throw notValid(contact, only, context);
  return only;
}

function statusOf(row: PassRow, { client }: Context) {
  return passStatus(row, client.clock.now());
}

function nobody(contact: string, templateId: string): ServiceError {
  const forms = searchedForms(contact).map(quoted).join(' or ');
  return new ServiceError({
    kind: 'notFound',
    field: 'contact',
    message: `'Email or Phone' finds no pass: ${forms} on template ${quoted(templateId)}`,
    hint: "Enter the complete email address or phone number as it is stored with the pass, and check the 'Template'.",
  });
}

/** Choosing one of them would change or message the wrong pass. */
function severalPasses(contact: string, rows: readonly PassRow[], context: Context): ServiceError {
  const passes = listed(rows, MAX_LISTED, (row) => describe(row, context));
  return new ServiceError({
    kind: 'conflict',
    field: 'contact',
    message: `'Email or Phone' finds ${rows.length} passes of ${quoted(contact)}: ${passes}`,
    hint: "Nothing was changed or sent. Name the pass by its 'External ID', or choose it in 'Pass'.",
  });
}

/** `M-0042 (issued Mar 12, 2026, valid)` */
function describe(row: PassRow, context: Context): string {
  const issued = dayInWords(row.created, context.timezone);
  const name = row.externalId ?? `pass ID ${row.id}`;
  return `${name} (${issued === undefined ? '' : `issued ${issued}, `}${statusOf(row, context)})`;
}

function notValid(contact: string, row: PassRow, context: Context): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    field: 'contact',
    message: `'Email or Phone' finds only a pass of ${quoted(contact)} that is not valid: ${describe(row, context)}`,
    hint: "Nothing was changed or sent. Make the pass valid again with Reactivate first, name it by its 'External ID', or choose it in 'Pass'.",
  });
}

function differentPasses({ passId, externalId, contact }: PassLookup): ServiceError {
  const inputs = [
    passId !== undefined && "'Pass'",
    externalId !== undefined && "'External ID'",
    contact !== undefined && "'Email or Phone'",
  ].filter((label) => label !== false);
  return new ServiceError({
    kind: 'conflict',
    field: contact === undefined ? 'externalId' : 'contact',
    message: `${inputs.join(' and ')} lead to different passes`,
    hint: 'Nothing was changed or sent. Fill in only one of them.',
  });
}
