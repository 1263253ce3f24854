import { z } from 'zod';

import type { Scope } from '../../shared/service/scopes';
import { SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';
import { badRequest, ServiceError } from '../errors';
import { parse } from '../resources/validate';
import type { Account, ApiKey } from '../state/entities';
import type { State } from '../state/state';
import { authenticate } from './authenticate';
import { type ApiContext, type ApiEnv, isMultipart } from './env';
import { unknownKeys } from './unknownKeys';

/** An accepted request: who calls, and its checked input. */
export interface Call<Query = unknown, Body = unknown, Form = unknown> {
  state: State;
  account: Account;
  /** The path parameter `:id`. */
  id: string;
  query: Query;
  body: Body;
  /** A body sent as a form with files, in place of `body`. */
  form?: Form;
  startBalance: ApiEnv['Variables']['startBalance'];
}

/** What the paths have in common. */
const PATHS = {
  /** `Authorization` is ignored: only `X-API-Key` is read. */
  keyHeaderOnly: /^\/pass(\/|$)/,
  /** The refusal of a missing scope has a code. */
  codedScopes: /^\/(pass|template)(\/|$)/,
  /** The account needs access badges. */
  needsBadges: /^\/badge\//,
  /** Responses echo the API version, refusals too. */
  echoesVersion: /^\/(templates?|files)(\/|$)/,
};

/** What the caller must be allowed to; checked in the order of these properties. */
interface Permission {
  /** Whether only a Full access key may call it. */
  ownerOnly?: boolean;
  /** All scopes it needs; those of some calls depend on the body. */
  scopes?: readonly Scope[] | ((body: Record<string, unknown>) => readonly Scope[]);
  /** Any one of these scopes is enough; a refusal names the first. */
  anyScope?: readonly [Scope, ...Scope[]];
}

/** An endpoint. Before `handle`, the key, the JSON, the permission and the input are checked, in this order. */
interface Declaration<Query, Body, Form> extends Permission {
  query?: z.ZodType<Query, z.ZodTypeDef, unknown>;
  body?: z.ZodType<Body, z.ZodTypeDef, unknown>;
  form?: z.ZodType<Form, z.ZodTypeDef, unknown>;
  /** Status of a success with a body; default 200. */
  status?: 200 | 201 | 202;
  /** @returns the response body as JSON, a finished response, or nothing for 204 */
  handle(call: Call<Query, Body, Form>): unknown;
}

/** An endpoint ready to be routed. */
export interface Endpoint {
  method: string;
  path: string;
  handle: (c: ApiContext) => Promise<Response>;
}

type Schema = z.ZodType<unknown, z.ZodTypeDef, unknown>;
const NOTHING = z.object({});

/** Declare an endpoint. @param route method and path */
export function endpoint<Query = object, Body = object, Form = undefined>(
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  declared: Declaration<Query, Body, Form>,
): Endpoint {
  const [method = '', path = ''] = route.split(' ');
  const { form, status = 200 } = declared;
  const query: Schema = declared.query ?? NOTHING;
  const body: Schema = declared.body ?? NOTHING;
  return {
    method,
    path,
    handle: async (c) => {
      const given = Object.fromEntries(new URL(c.req.url).searchParams);
      const formFields = isMultipart(c) && form ? await formOf(c) : undefined;
      const [bodySchema, sent] = isMultipart(c)
        ? [form ?? z.unknown(), formFields]
        : [body, c.get('logged').body];
      c.get('logged').unknownKeys = [
        ...unknownKeys(query, given, 'query'),
        ...unknownKeys(bodySchema, sent, 'body'),
      ];
      if (PATHS.echoesVersion.test(path)) c.header(VERSION_HEADER, SERVICE_VERSION);

      const key = authenticate(c, PATHS.keyHeaderOnly.test(path));
      if (isMultipart(c) && form && !formFields) {
        throw badRequest('The multipart body could not be read.');
      }
      const json = method === 'GET' || formFields ? {} : jsonBody(c);
      const state = c.get('state');
      const account = state.account(key.accountId);
      checkPermission(path, declared, key, account, json);
      const result = await declared.handle({
        state,
        account,
        id: c.req.param('id') ?? '',
        query: parse(query, given) as Query,
        body: (formFields ? undefined : parse(body, json)) as Body,
        form: formFields && form && parse(form, formFields),
        startBalance: c.get('startBalance'),
      });
      if (result === undefined) return c.body(null, 204);
      return result instanceof Response ? result : c.json(result, status);
    },
  };
}

function checkPermission(
  path: string,
  { ownerOnly, scopes = [], anyScope }: Permission,
  key: ApiKey,
  account: Account,
  body: Record<string, unknown>,
): void {
  if (ownerOnly && key.scopes !== 'all') {
    throw new ServiceError(403, 'This API key is scoped and cannot perform owner actions.');
  }
  const holds = (scope: Scope) => key.scopes === 'all' || key.scopes.includes(scope);
  const needed = typeof scopes === 'function' ? scopes(body) : scopes;
  const missing =
    needed.find((scope) => !holds(scope)) ?? (anyScope?.some(holds) ? undefined : anyScope?.[0]);
  if (missing !== undefined) {
    const code = PATHS.codedScopes.test(path) ? 'insufficient_scope' : undefined;
    throw new ServiceError(403, `Missing permission: ${missing}`, { code });
  }
  if (PATHS.needsBadges.test(path) && !account.settings.accessBadges) {
    throw new ServiceError(403, 'access badges not enabled');
  }
}

/** Texts, and files with their bytes; `undefined` if the form cannot be read. */
async function formOf(c: ApiContext): Promise<Record<string, string | Buffer> | undefined> {
  try {
    const fields = Object.entries(await c.req.parseBody()).map(
      async ([name, value]) =>
        [name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer())] as const,
    );
    return Object.fromEntries(await Promise.all(fields));
  } catch {
    return undefined;
  }
}

/**
 * The JSON object of a request body; `{}` when there is no body.
 * @throws ServiceError 400 if the body is not a JSON object, or not sent as JSON
 */
function jsonBody(c: ApiContext): Record<string, unknown> {
  const text = c.get('bodyText');
  if (text.trim() === '' && !isMultipart(c)) return {};
  if (!/^application\/([\w.-]+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')) {
    throw badRequest('Send the body as JSON with Content-Type: application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The request body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
