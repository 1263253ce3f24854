import { SCOPES } from '../../shared/service/scopes';
import { flawsOfMessage } from '../fuzz/refusals';
import { OPERATION_CASES, inputName, scenariosOf, type LoadedCase } from '../support/cases';
import { endpointOf } from '../support/cases/endpoints';
import { readServerState } from '../support/cases/fixture';
import { useCasesOnN8n } from '../support/cases/onN8n';
import { HARSH_WORDS } from '../support/failures';
import { NODE, useN8n } from '../support/n8n';

/** What every operation must do in n8n's engine, by its case file in `test/cases`. */
const n8n = useN8n();
const { working, run } = useCasesOnN8n(n8n);
const control = () => n8n.sandbox.control;

const CASES = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly).map(
  (one) => [one.name, one] as const,
);

/** Scopes of which any is enough. */
const alternatives = (needed: LoadedCase['scopes'][number]) =>
  typeof needed === 'string' ? [] : needed;

describe.each(CASES)('%s', (_name, one) => {
  const { operation, scopes, invalid, missing, refused = {} } = one;

  it('works, and calls the endpoints of its case', async () => {
    const called = new Set<string>();
    for (const variant of scenariosOf(one).keys()) {
      for (const byExternalId of [true, false]) {
        const { fixture, scenario, input } = await working(one, variant, byExternalId);
        const { out, error } = await run(one, input);
        expect(error).toBeUndefined();
        const serverState = await readServerState(fixture);
        for (const request of serverState.log) called.add(endpointOf(request));
        if (scenario.seen) expect(scenario.seen(serverState)).toBe(1);
        if (scenario.isTrue) expect([out, scenario.isTrue(out, serverState)]).toEqual([out, true]);
      }
    }
    expect([...called].sort()).toEqual(one.endpoints);
  });

  if (operation.preview) {
    it('shows what it would send, and sends nothing', async () => {
      for (const variant of scenariosOf(one).keys()) {
        const { input } = await working(one, variant);
        const { out, error } = await run(one, { ...input, previewOnly: true });
        expect(error).toBeUndefined();
        expect(out).toMatchObject([{ preview: true, wouldBe: expect.any(String) as unknown }]);
        expect(
          control()
            .requests()
            .filter(({ method }) => method !== 'GET'),
        ).toEqual([]);
      }
    });
  }

  it('names the missing scope', async () => {
    for (const needed of scopes) {
      const without: readonly string[] = [needed].flat();
      const { input } = await working(one);
      const key = control().addKey(SCOPES.filter((scope) => !without.includes(scope)));
      const { error } = await run(one, input, { key });
      const message =
        needed === 'Full access'
          ? 'Only a Full access key may manage API keys [item 0]'
          : `This API key lacks the scope ${without[0]} [item 0]`;
      const context = { kind: 'missingScope', scope: without[0] };
      expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '403', message, context });
      expect(error?.description).toContain(without[0]);
    }
  });

  const enough = scopes.length === 0 ? ['analytics.view' as const] : scopes.flatMap(alternatives);
  for (const scope of enough) {
    it(`works with ${scope} alone`, async () => {
      const { input } = await working(one);
      const { error } = await run(one, input, { key: control().addKey([scope]) });
      expect(error).toBeUndefined();
    });
  }

  for (const { input, valid, field, on } of invalid) {
    if (on === 'zapier') continue;
    it(`names field and item of an invalid value, and sends nothing of any item: ${inputName(input)}`, async () => {
      const good = { ...(await working(one)).input, ...valid };
      const bad = { ...good, ...input };
      // A confirmation is the same for all items.
      const isFixed = operation.input[field]?.kind === 'confirmation';
      const { error, sent } = await run(one, bad, {}, isFixed ? [] : [good, good]);
      const itemIndex = isFixed ? 0 : 1;
      expect(error?.context).toMatchObject({ itemIndex, kind: 'invalidInput' });
      expect(error?.context?.field).toBe(field);
      const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
      expect(flawsOfMessage(operation, bad, { kind: 'invalidInput', text, field })).toEqual([]);
      expect(text).not.toMatch(HARSH_WORDS);
      expect(error?.message).toMatch(new RegExp(`\\[item ${itemIndex}\\]$`));
      if (!isFixed) {
        expect(text).toContain('Succeeded: none. Failed: item 1. Not run: items 0, 2.');
      }
      // Values are checked against the template of a pass to issue, which is read.
      const isIssue = operation.serialBy === 'externalId';
      expect(sent.filter((request) => !(isIssue && request.startsWith('GET ')))).toEqual([]);
    });
  }

  for (const [what, { input, status, kind }] of Object.entries(refused)) {
    it(`reports that the service refuses ${what}`, async () => {
      const { input: good, fixture } = await working(one);
      const { error, run: execution } = await run(one, { ...good, ...input(fixture) });
      expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
      expect(error?.context).toMatchObject({ kind });
      expect(error?.message).toMatch(/\[item 0\]$/);
      expect(error?.description).not.toBe('');
      expect(`${error?.message ?? ''} ${error?.description ?? ''}`).not.toMatch(HARSH_WORDS);
      expect(execution.items(NODE)).toEqual([]);
    });
  }

  it('reports that the key is not accepted', async () => {
    const { input } = await working(one);
    const { error } = await run(one, input, { key: 'svc_sk_other_0123456789' });
    const message = 'The service does not accept this API key [item 0]';
    expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '401', message });
    expect(JSON.stringify(error)).not.toContain('other_0123');
  });

  it('reports an invalid base URL', async () => {
    const { input } = await working(one);
    const { error } = await run(one, input, { baseUrl: 'http://api.example.com' });
    expect(error?.message).toMatch(/^'Base URL' must be a URL that starts with https/);
  });

  if (!missing) return;
  const { input, message } = missing;
  const withMissing = async () => ({ ...(await working(one)).input, ...input });

  it('names the missing object', async () => {
    const { error } = await run(one, await withMissing());
    expect(error?.message).toBe(`${message} [item 0]`);
    expect(error?.context).toMatchObject({ kind: 'notFound' });
    expect(`${error?.message ?? ''} ${error?.description ?? ''}`).not.toMatch(HARSH_WORDS);
  });

  if (!operation.resource.startsWith('badge')) return;
  it('reports that access badges are not enabled', async () => {
    const all = await withMissing();
    control().setAccount({ accessBadges: false });
    const { error } = await run(one, all);
    expect(error?.message).toBe('Access badges are not enabled for this account [item 0]');
    expect(error?.description).toContain('account owner to have access badges enabled');
    expect(error?.description).not.toMatch(/Check the ID|Choose it again/);
  });
});
