/** Calls about one pass. */

import type { PassRef, IssueRequest, PassChanges } from '../service/requests';
import type { ServiceClient } from '../http/client';
import { CHECK_THE_ID, isServiceError, undefinedOn } from '../errors/serviceError';
import type { Retry } from '../http/retryPolicy';
import type { EndpointCall, JsonSchema } from '../http/serviceCall';
import {
  passIssuedSchema,
  passLinksSchema,
  passUpdatedSchema,
  type PassLinks,
  type PassUpdated,
} from '../service/schemas';
import { quoted } from '../service/text';
import { checkAccount } from './apiKeys';
import { ENDPOINTS, type EndpointKey, endpoint } from './endpoints';

type UpdateKey = Extract<EndpointKey, 'PATCH /pass' | `PATCH /pass with ${string}`>;

/**
 * `POST /pass`. Has no idempotency key: issue with `issueOnce`, which looks up the pass before it sends
 * the request again.
 * @param retry `lookUpFirst` if the caller can look up the pass, else `never`
 */
export async function postPass(
  client: ServiceClient,
  body: IssueRequest,
  retry: Retry,
): Promise<PassLinks> {
  const templateIds = new Set(body.passes.map(({ templateId }) => templateId));
  const call = endpoint('POST /pass', [...templateIds].join(', '));
  const links = await client.call({ ...call, retry, json: body, schema: passIssuedSchema });
  return inLanguage(links, body.locale);
}

/** The service translates the buttons, but not the page of the pass, so the link gets the language. */
function inLanguage(links: PassLinks, locale: string | undefined): PassLinks {
  if (locale === undefined || links.link === undefined) return links;
  const link = new URL(links.link);
  link.searchParams.set('locale', locale);
  return { ...links, link: link.href };
}

interface PassReadOptions {
  locale?: string;
  includeTemplate?: boolean;
}

/**
 * `GET /pass`. A 401 may also mean that the pass belongs to another account, so it checks the key before blaming it.
 * @throws {ServiceError} `notFound` if this account has no such pass
 */
export async function getPass(
  client: ServiceClient,
  ref: PassRef,
  { locale, includeTemplate }: PassReadOptions = {},
): Promise<PassLinks> {
  const links = await client
    .call({
      ...passCall('GET /pass', ref),
      query: { ...identifyingFields(ref), locale, includeTemplate: includeTemplate || undefined },
      schema: passLinksSchema,
    })
    .catch(async (thrown: unknown) => {
      if (!isServiceError(thrown, 'wrongKey')) throw thrown;
      await checkAccount(client);
      throw thrown.with({ kind: 'notFound', ...noSuchPass(ref) });
    });
  return inLanguage(links, locale);
}

/** Like {@link getPass}, but `undefined` if the pass does not exist. */
export function findPass(
  client: ServiceClient,
  ref: PassRef,
  options?: PassReadOptions,
): Promise<PassLinks | undefined> {
  return undefinedOn(getPass(client, ref, options), 'notFound');
}

/**
 * `PATCH /pass` with final values, so that sending the same body again ends in the same state.
 * @throws {ServiceError} `notFound` if there is no such pass
 */
export function patchPass(
  client: ServiceClient,
  ref: PassRef,
  changes: PassChanges,
): Promise<PassUpdated> {
  return sendChange(client, 'PATCH /pass', ref, changes, passUpdatedSchema);
}

/**
 * `PATCH /pass` with an operation on stamps or balance, which needs another scope than changing fields
 * (docs/service.md#stamps-and-balances-need-scanning-scopes).
 * @param rule says for which passes it is. The fix begins with it if the service refuses: values are checked before, so
 *   the pass is probably of another kind
 * @throws {ServiceError} `notFound` if there is no such pass
 */
export function operateOnPass<T extends PassUpdated>(
  client: ServiceClient,
  key: Exclude<UpdateKey, 'PATCH /pass'>,
  ref: PassRef,
  operation: { stampOperation: object } | { balanceOperation: object },
  schema: JsonSchema<T>,
  rule: string,
): Promise<T> {
  return sendChange(client, key, ref, operation, schema).catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'invalidInput')) throw thrown;
    throw thrown.with({
      fix: `${rule}. If this pass is not one, correct ${namedBy(ref)}; otherwise check it in the dashboard. Nothing was changed by this request.`,
    });
  });
}

function sendChange<T extends PassUpdated>(
  client: ServiceClient,
  key: UpdateKey,
  ref: PassRef,
  changes: object,
  schema: JsonSchema<T>,
): Promise<T> {
  const json = { ...identifyingFields(ref), ...changes };
  return client.call({ ...passCall(key, ref), pass: ref, json, schema });
}

/** The IDs of a pass that are known. Notify and resend do not accept an external ID. */
export async function readIdentity(
  client: ServiceClient,
  ref: PassRef,
): Promise<{ id: string; externalId: string | undefined }> {
  const id = ref.by === 'id' ? ref.passId : (await getPass(client, ref)).id;
  return { id, externalId: ref.externalId };
}

/** Query or body fields that identify a pass: its ID, or external ID and template. */
function identifyingFields(ref: PassRef) {
  return ref.by === 'id'
    ? { id: ref.passId }
    : { externalId: ref.externalId, templateId: ref.templateId };
}

/** The inputs that named a pass. */
function namedBy(ref: PassRef): string {
  if (ref.by === 'externalId') return "'External ID' and 'Template'";
  return ref.contact === undefined ? "'Pass'" : "'Email or Phone' and 'Template'";
}

/** A call about a pass. If the pass is missing, the error names it as the inputs did. */
function passCall(key: UpdateKey | 'GET /pass', ref: PassRef): EndpointCall {
  const { ifMissing } = ENDPOINTS[key];
  return { ...endpoint(key), ifMissing: ifMissing && { ...ifMissing, ...noSuchPass(ref) } };
}

function noSuchPass(ref: PassRef) {
  if (ref.by === 'externalId') {
    const named = `external ID ${quoted(ref.externalId)} on template ${quoted(ref.templateId)}`;
    return { field: 'externalId', message: `Pass not found: ${named}`, fix: CHECK_THE_ID };
  }
  return {
    field: ref.contact === undefined ? 'passId' : 'contact',
    message: `Pass not found: ${quoted(ref.passId)}`,
    fix: CHECK_THE_ID,
  };
}
