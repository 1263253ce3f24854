import type { Fixture, Maker, ServerState } from './scenario';

/** A separate template, with a pass in a wallet if wanted. */
export async function ownTemplate(fixture: Fixture, n: number, withPass = false) {
  const name = `Template ${fixture.tag}-${n}`;
  const { id } = await fixture.api<{ id: string }>('POST', '/templates', { name, type: 'offer' });
  if (withPass) {
    fixture.sandbox.control.seedPasses(id, 1, { values: { walletBDevices: 1 } });
  }
  return { id, name };
}

export async function ownKey(fixture: Fixture, n: number) {
  const made = await fixture.api<{ key: { id: string }; plaintext: string }>('POST', '/api-keys', {
    label: `Key ${fixture.tag}-${n}`,
    scopes: ['passes.viewAll'],
  });
  fixture.secrets.push(made.plaintext);
  return made.key.id;
}

/** A change of a key, after the change `before`. */
export function changedKey(
  input: object,
  before: object | undefined,
  is: (key: ServerState['keys'][number]) => boolean,
): Maker {
  return async (fixture, n) => {
    const keyId = await ownKey(fixture, n);
    if (before) await fixture.api('PATCH', `/api-keys/${keyId}`, before);
    return {
      input: { keyId, ...input },
      retry: 'idempotent',
      seen: ({ keys }) => keys.filter((key) => key.id === keyId && is(key)).length,
    };
  };
}

/** How often the service processed a request to this path; for requests that leave no other trace. */
export const accepted =
  (method: string, path: string) =>
  ({ log }: Pick<ServerState, 'log'>) =>
    log.filter(
      (request) =>
        request.method === method &&
        request.path === path &&
        Math.floor((request.outcome ?? 0) / 100) === 2,
    ).length;
