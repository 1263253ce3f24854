import { normalizedContact } from '../service/contacts';
import type { ExternalIdRef } from '../service/requests';

/** The inputs that name what an operation changes, for each value of `serialBy`. */
interface SerialInputs {
  /** A pass (docs/service.md#concurrent-changes-to-one-pass). */
  pass: { pass: { passId?: string; externalId?: string; templateId?: string } };
  /**
   * One or several passes that an operation may issue, by external ID. A pass without an external ID needs no lock,
   * because no other item can name it.
   */
  externalId: IssuedPass | { passes: readonly IssuedPass[] };
  template: { templateId: string };
  /**
   * A person, by ID or, if the operation has `identifyBy`, by contact. Two items may name the same person in different
   * ways.
   */
  holder:
    { userId: string } | { userId?: string; email?: string; phone?: string; identifyBy: string };
  /** A person's invite to a badge. Two items may name the same person by email and by phone. */
  invite: { badgeTemplateId: string; email?: string; phone?: string };
  badgePass: { passId: string };
  apiKey: { keyId: string };
}

interface IssuedPass {
  templateId: string;
  externalId?: string;
}

/** The kind of object that an operation changes. Operations on the same object run one at a time, in order. */
export type SerialBy = keyof SerialInputs;

/**
 * The `serialBy` values that an operation can use with its inputs. For example, `template` requires the input
 * `templateId`.
 */
export type SerialByOf<Input> = {
  [S in SerialBy]: Input extends SerialInputs[S] ? S : never;
}[SerialBy];

const KEYS_OF: { [S in SerialBy]: (input: SerialInputs[S]) => string[] } = {
  // `pass:ps_1`, `pass:tpl_1/M-1`
  pass: ({ pass: { passId, externalId, templateId } }) =>
    defined(
      passId && `pass:${passId}`,
      externalId && templateId && externalIdKey({ externalId, templateId }),
    ),
  externalId: (input) =>
    ('passes' in input ? input.passes : [input]).flatMap(({ templateId, externalId }) =>
      externalId === undefined ? [] : externalIdKey({ templateId, externalId }),
    ),
  template: ({ templateId }) => [`template:${templateId}`],
  holder: (input) =>
    defined(input.userId, ...('identifyBy' in input ? contacts(input) : [])).map(
      (name) => `badge holder:${name}`,
    ),
  // `invite:badge_1/ana@example.com`
  invite: ({ badgeTemplateId, ...contact }) =>
    defined(...contacts(contact)).map((name) => `invite:${badgeTemplateId}/${name}`),
  badgePass: ({ passId }) => [`badge pass:${passId}`],
  apiKey: ({ keyId }) => [`API key:${keyId}`],
};

function contacts({ email, phone }: { email?: string; phone?: string }) {
  return [
    email === undefined ? email : normalizedContact('email', email),
    phone === undefined ? phone : normalizedContact('phone', phone),
  ];
}

function defined(...values: (string | undefined)[]): string[] {
  return values.filter((value) => value !== undefined);
}

/** The lock keys of an item. Items that have a key in common run one at a time. An item without keys never waits. */
export function lockKeys(serialBy: SerialBy | undefined, input: object): string[] {
  if (serialBy === undefined) return [];
  // `defineOperation` accepts a `serialBy` only if the operation has its inputs.
  return (KEYS_OF[serialBy] as (input: object) => string[])(input);
}

/** The kind of object that the keys lock, for an error: `pass`. */
export function lockedNoun([key = '']: readonly string[]): string {
  return key.slice(0, key.indexOf(':'));
}

/** Lock key of Sync List: only one list of a template at a time may decide which passes are missing. */
export function listKey(templateId: string): string {
  return `list of passes:${templateId}`;
}

/** Lock key of a pass by its external ID, which is unique only within a template. */
export function externalIdKey({ templateId, externalId }: ExternalIdRef): string {
  return `pass:${templateId}/${externalId}`;
}
