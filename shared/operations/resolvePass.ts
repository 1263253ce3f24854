import { ServiceError, checkAll } from '../errors/serviceError';
import { searchedForms } from '../api/findByContact';
import { getPass } from '../api/passes';
import { holderName } from '../design/rowValues';
import type { ContactMatches } from '../fields';
import { channelOf, countryCodeFix, isSameContact } from '../service/contacts';
import { dayInWords } from '../service/dates';
import type { PassLookup, PassRef } from '../service/requests';
import { passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { comparable, isBlank, quoted } from '../service/text';
import { joinWords } from '../service/wording';
import type { Context } from './context';

/** Maximum number of passes that an error lists. */
const MAX_LISTED = 5;

/**
 * Finds the pass that an item names by contact, or in several ways. A person may have several passes: if the pass ID or
 * the external ID also names a pass, that pass must have the contact, and the others do not matter.
 * @throws {ServiceError} unless every way leads to one and the same pass
 */
export async function resolvePass(
  context: Context,
  lookup: PassLookup,
  contactMatches: ContactMatches,
): Promise<PassRef> {
  const { passId, externalId, contact, templateId } = lookup;
  const [named, rows] = await checkAll(
    () =>
      externalId === undefined
        ? undefined
        : getPass(context.client, { by: 'externalId', externalId, templateId }),
    () => (contact === undefined ? undefined : passesOf(context, contact, templateId)),
  );
  const namedId = passId ?? named?.id;
  const ofContact =
    contact !== undefined && rows && namedId === undefined
      ? onlyMatch(context, contact, rows, contactMatches)
      : rows?.find(({ id }) => id === namedId);
  const id = namedId ?? ofContact?.id;
  const isOtherExternalId = named !== undefined && named.id !== id;
  const isOtherContact = rows !== undefined && ofContact === undefined;
  if (id === undefined || isOtherExternalId || isOtherContact) throw differentPasses(lookup);
  return {
    by: 'id',
    passId: id,
    templateId,
    externalId: externalId ?? ofContact?.externalId ?? undefined,
    contact,
  };
}

/** @throws {ServiceError} `notFound` if no pass has the contact */
async function passesOf(context: Context, contact: string, templateId: string): Promise<PassRow[]> {
  const rows = await context.passes.search(templateId, contact);
  if (rows.length === 0) throw nobody(contact, templateId);
  return rows;
}

/**
 * The single pass that a contact names.
 * @param rows all passes with the contact
 * @throws {ServiceError} `conflict` if it is uncertain which pass is meant
 */
function onlyMatch(
  context: Context,
  contact: string,
  rows: readonly PassRow[],
  matches: ContactMatches,
): PassRow | undefined {
  const valid = rows.filter((row) => statusOf(row, context) === 'valid');
  const candidates = matches === 'any' || valid.length === 0 ? rows : valid;
  const [only, ...others] = candidates;
  if (others.length > 0) throw severalPasses('contact', contact, candidates, context);
  if (!only) return undefined;
  assertOnePerson('contact', contact, only, rows, context);
  if (matches === 'valid' && valid.length === 0) throw notValid(contact, only, context);
  return only;
}

/**
 * Throws if the passes with a contact, whatever their status, seem to belong to different people. Passes with the same
 * email must not have different holder names. A family or an office shares a phone number, so passes with the same
 * number must have the same email.
 * @param field key of the input with the contact
 * @param rows all passes with the contact
 * @throws {ServiceError} `conflict` that lists them
 */
export function assertOnePerson(
  field: string,
  contact: string,
  pass: PassRow,
  rows: readonly PassRow[],
  context: Context,
): void {
  const isOfAnother = channelOf(contact) === 'phone' ? lacksSameEmail : hasOtherName;
  if (!rows.some((other) => other.id !== pass.id && isOfAnother(pass, other))) return;
  throw severalPasses(field, contact, rows, context);
}

function lacksSameEmail(pass: PassRow, other: PassRow): boolean {
  return !isSameContact('email', pass.email, other.email);
}

function hasOtherName(pass: PassRow, other: PassRow): boolean {
  const [name, otherName] = [pass, other].map((row) => comparable(holderName(row) ?? ''));
  return Boolean(name && otherName && name !== otherName);
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
    fix: `Enter the complete email address or phone number as it is stored with the pass, and check the 'Template'.${countryCodeFix(contact)}`,
  });
}

/** Choosing one of them could change the wrong pass, or message the wrong person. */
function severalPasses(
  field: string,
  contact: string,
  rows: readonly PassRow[],
  context: Context,
): ServiceError {
  const passes = joinWords(rows, MAX_LISTED, (row) => describe(row, contact, context));
  return new ServiceError({
    kind: 'conflict',
    field,
    message: `'Email or Phone' finds ${rows.length} passes of ${quoted(contact)}: ${passes}`,
    fix: "Nothing was changed or sent. Name the pass by its 'External ID', or choose it in 'Pass'.",
  });
}

/** `M-0042 (Ana Souza, ana@example.com, issued Mar 12, 2026, valid)` */
function describe(row: PassRow, contact: string, context: Context): string {
  const issued = dayInWords(row.created, context.timezone);
  const about = [
    holderName(row),
    isSameContact('email', row.email, contact) ? undefined : row.email,
    issued && `issued ${issued}`,
    statusOf(row, context),
  ].filter((part) => !isBlank(part));
  return `${row.externalId ?? `pass ID ${row.id}`} (${about.join(', ')})`;
}

function notValid(contact: string, row: PassRow, context: Context): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    field: 'contact',
    message: `'Email or Phone' finds only a pass of ${quoted(contact)} that is not valid: ${describe(row, contact, context)}`,
    fix: "Nothing was changed or sent. Make the pass valid again first, name it by its 'External ID', or choose it in 'Pass'.",
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
    fix: 'Nothing was changed or sent. Fill in only one of them.',
  });
}
