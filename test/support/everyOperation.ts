import type { Scope } from '../../shared/service/scopes';
import { SCOPES } from '../../shared/service/scopes';
import { OPERATIONS } from '../../shared/operations';
import { HARSH_WORDS } from './failures';
import type { N8n, PassRun } from './n8n';

/** Checks that every operation of the node must pass. */
export interface OperationCase {
  /** Parameters with which it works. */
  parameters: () => object | Promise<object>;
  /**
   * The scope it requires; if any of several is enough, the one that errors name comes first.
   * `everyKey` if there is none.
   */
  scope: Scope | readonly [Scope, ...Scope[]] | 'Full access' | 'everyKey';
  /** Parameters that are refused before anything is sent; `none` if there is nothing to fill in. */
  bad: (() => object) | 'none';
  /** How the message about them begins. */
  words?: RegExp;
  /** A request that the service itself refuses. @param good result of `parameters` */
  refused: (good: object) => Refusal | Promise<Refusal>;
}

export interface Refusal extends Pick<PassRun, 'key'> {
  parameters?: object;
  status: number;
  message: RegExp;
}

/** Tests for every operation of a resource. A missing case, or one too many, fails. */
export function everyOperation(
  n8n: N8n,
  resource: string,
  cases: Record<string, OperationCase>,
  more: Pick<PassRun, 'binary'> = {},
): void {
  const control = () => n8n.sandbox.control;
  const run = (operation: string, parameters: object, options: PassRun = {}) =>
    n8n.pass(operation, parameters, { resource, binary: more.binary, ...options });

  const declared = (operation: string) =>
    OPERATIONS.find((one) => one.resource === resource && one.key === operation);

  describe('every operation', () => {
    it('is listed', () => {
      const keys = OPERATIONS.filter((one) => one.resource === resource && !one.zapierOnly);
      expect(Object.keys(cases).sort()).toEqual(keys.map(({ key }) => key).sort());
    });

    it.each(Object.entries(cases))('%s works', async (operation, { parameters }) => {
      const { run: execution, error } = await run(operation, await parameters());
      expect(error).toBeUndefined();
      expect(execution.status).toBe('success');
    });

    it.each(Object.entries(cases))(
      '%s names the missing scope',
      async (operation, { parameters, scope }) => {
        if (scope === 'everyKey') {
          const { out } = await run(operation, await parameters(), {
            key: control().addKey(['analytics.view']),
          });
          expect(out).toHaveLength(1);
          return;
        }
        const without: readonly string[] = [scope].flat();
        const [named = ''] = without;
        const key = control().addKey(SCOPES.filter((one) => !without.includes(one)));
        const { error } = await run(operation, await parameters(), { key });
        expect(error).toMatchObject({
          name: 'NodeApiError',
          httpCode: '403',
          message:
            named === 'Full access'
              ? 'Only a Full access key may manage API keys [item 0]'
              : `This API key lacks the scope ${named} [item 0]`,
          context: { kind: 'missingScope', scope: named },
        });
        expect(error?.description).toContain(named);
      },
    );

    it.each(Object.entries(cases))(
      '%s names field and item of a bad value, and sends nothing of any item',
      async (operation, { parameters, bad, words = /^never$/ }) => {
        if (bad === 'none') {
          expect(declared(operation)?.input).toEqual({});
          return;
        }
        const mixed = onlyFor(1, await parameters(), bad());
        const { error, sent } = await run(operation, mixed, { items: [{}, {}, {}] });
        expect(error?.message).toMatch(words);
        expect(error?.message).toMatch(/\[item 1\]$/);
        expect(`${error?.message ?? ''} ${error?.description ?? ''}`).not.toMatch(HARSH_WORDS);
        expect(error?.context).toMatchObject({ itemIndex: 1, kind: 'invalidInput' });
        expect(error?.description).toContain(
          'Succeeded: none. Failed: item 1. Not run: items 0, 2.',
        );
        expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
      },
    );

    it.each(Object.entries(cases))(
      '%s reports a refusal of the service',
      async (operation, one) => {
        const good = await one.parameters();
        const { parameters, status, message, key } = await one.refused(good);
        const all = { ...good, ...parameters };
        const { error, run: execution } = await run(operation, all, { key });
        expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
        expect(error?.message).toMatch(message);
        expect(error?.message).toMatch(/\[item 0\]$/);
        expect(error?.description).not.toBe('');
        expect(`${error?.message ?? ''} ${error?.description ?? ''}`).not.toMatch(HARSH_WORDS);
        expect(execution.items('Wallet Pass')).toEqual([]);
      },
    );
  });
}

/** The good parameters, with the bad ones for one item only. */
export function onlyFor(item: number, good: object, bad: object): object {
  const others = good as Record<string, unknown>;
  return {
    ...good,
    ...Object.fromEntries(
      Object.entries(bad).map(([key, value]) => [key, mixed(item, value, others[key])]),
    ),
  };
}

function mixed(item: number, bad: unknown, good: unknown): unknown {
  if (typeof bad === 'object' && bad !== null && !Array.isArray(bad)) {
    return onlyFor(item, (good ?? {}) as object, bad);
  }
  if (bad === good) return bad;
  return `={{ $itemIndex === ${item} ? (${js(bad)}) : (${js(good)}) }}`;
}

function js(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('={{')) return value.slice(3, -2);
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** A value that only an expression can produce. */
export const expression = (code: string) => `={{ ${code} }}`;
