import { setTimeout as delay } from 'node:timers/promises';

import type { LoggedRequest, Sandbox } from '../../../sandbox/index';
import { Random } from '../../../sandbox/state/random';
import type { ServerState, Fixture } from './scenario';

/** A service without faults that contains only the seed, and means to call it. */
export function createFixture(
  sandbox: Sandbox,
  random: Random,
  tag: string,
  image: { content: Buffer; url: string },
): Fixture {
  sandbox.control.reset();
  const api: Fixture['api'] = (method, path, body) => callService(sandbox, method, path, body);
  const secrets = Object.values(sandbox.keys);
  return {
    sandbox,
    random,
    tag,
    byExternalId: random.chance(0.5),
    byContact: /[0-2]$/.test(tag),
    image: image.content,
    imageUrl: image.url,
    secrets,
    api,
    upload: async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(image.content)], { type: 'image/png' }), 'a.png');
      form.set('purpose', 'template_logo');
      const { id } = await callService<{ id: string }>(sandbox, 'POST', '/files', form);
      return id;
    },
  };
}

/** A fixture that is the same in every run. */
export function caseFixture(
  sandbox: Sandbox,
  image: { content: Buffer; url: string },
  byExternalId = false,
  byContact = false,
): Fixture {
  // With the first seed, Create or Update finds a pass; with the second, none.
  const fixture = createFixture(sandbox, new Random(byExternalId ? 1 : 5), 'r123456', image);
  return { ...fixture, byExternalId, byContact };
}

async function callService<T>(
  { baseUrl, keys }: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'X-API-Key': keys['Full access'],
      ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
    },
    body: form ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** The state of the service after a run, read without faults. */
export async function readServerState(fixture: Fixture): Promise<ServerState> {
  const { sandbox, api } = fixture;
  const { control } = sandbox;
  await settled(sandbox);
  const log = [...control.requests()];
  control.clearFaults();
  control.setRateLimit(null);
  // By then, delayed changes have taken effect.
  control.advanceClock(10_000);
  const known = {
    passes: control.passes(),
    outbox: control.outbox(),
    badgePasses: control.badgePasses(),
    invites: control.badgeInvites(),
  };
  const [templates, keys, holders] = await Promise.all([
    allTemplates(fixture),
    api<ServerState['keys'] | { keys: ServerState['keys'] }>('GET', '/api-keys'),
    api<{ users: ServerState['holders'] }>('GET', '/badge/users'),
  ]);
  return {
    ...known,
    pass: (id) => known.passes.find((pass) => pass.id === id),
    templates,
    keys: Array.isArray(keys) ? keys : keys.keys,
    holders: holders.users,
    log,
  };
}

/** Sends a request of the log once more, whatever the response is. */
export async function resent(
  { baseUrl, keys }: Sandbox,
  { method, path, query, body }: LoggedRequest,
): Promise<void> {
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  await fetch(url, {
    method,
    headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Requests that a caller has abandoned may still be in flight to a busy service. */
async function settled({ control }: Sandbox): Promise<void> {
  for (let idleRounds = 0; idleRounds < 3; idleRounds += 1) {
    const before = control.requests().length;
    await delay(5);
    if (control.requests().length > before) idleRounds = 0;
  }
}

async function allTemplates({ api }: Fixture): Promise<ServerState['templates']> {
  const all: ServerState['templates'] = [];
  for (let cursor = ''; ;) {
    const page = await api<{
      data: ServerState['templates'];
      has_more: boolean;
      next_cursor: string | null;
    }>('GET', `/templates?limit=100${cursor}`);
    all.push(...page.data);
    if (!page.has_more) return all;
    cursor = `&starting_after=${page.next_cursor ?? ''}`;
  }
}
