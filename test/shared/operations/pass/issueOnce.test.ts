import { findPass, postPass } from '../../../../shared/api/passes';
import { passPages } from '../../../../shared/api/passLists';
import { createClient } from '../../../../shared/http/client';
import type { Transport } from '../../../../shared/http/transport';
import { failureOf } from '../../../support/failures';
import { sandboxTransport } from '../../../support/sandboxTransport';
import { issueOnce } from '../../../../shared/operations/pass/issue/issueOnce';
import type { Clock } from '../../../../shared/runtime/clock';
import { fastClock } from '../../../support/clock';
import { useService } from '../../../support/service';

const service = useService();

/** A client whose first `POST /pass` gets no response, and reaches the service only `delayMs` later. */
function clientWithLatePost(delayMs: number) {
  const network = sandboxTransport(service.sandbox);
  let nowMs = 0;
  let latePost: (() => Promise<unknown>) | undefined;
  let isFirst = true;
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    random: () => 0,
    sleep: async (ms) => {
      nowMs += ms;
      if (nowMs < delayMs || !latePost) return;
      const post = latePost;
      latePost = undefined;
      await post();
    },
  };
  const transport: Transport = async (request) => {
    if (request.method !== 'POST' || !isFirst) return await network(request);
    isFirst = false;
    latePost = () => network(request);
    return { ok: false, sent: 'maybe', reason: 'no response in time' };
  };
  return createClient({ baseUrl: service.sandbox.baseUrl, transport, clock });
}

describe('issuing after a lost response', () => {
  it('waits for the service to finish before it looks up the pass, so that it is issued once', async () => {
    const client = clientWithLatePost(1900);
    const templateId = service.sandbox.templates.generic;
    const externalId = 'M-1';
    const issued = await issueOnce(
      { client, timezone: 'UTC' },
      { passes: [{ templateId, externalId }] },
      () => findPass(client, { by: 'externalId', externalId, templateId }),
    );
    const { passes } = await passPages(service.client(), templateId)({ limit: 100 });
    expect(passes.map(({ id }) => id)).toEqual([issued.links.id]);
    expect(issued.recovered).toBe(true);
    expect(service.sent()).toEqual(['POST /pass', 'GET /pass', 'GET /passes']);
  });

  it('looks again for some 20 seconds before it sends another request', async () => {
    const client = clientWithLatePost(19_500);
    const ref = { externalId: 'M-1', templateId: service.sandbox.templates.generic };
    const issued = await issueOnce({ client, timezone: 'UTC' }, { passes: [ref] }, () =>
      findPass(client, { by: 'externalId', ...ref }),
    );
    expect(issued.recovered).toBe(true);
    expect(service.sandbox.control.passes(ref.templateId)).toHaveLength(1);
    const lookups = Array<string>(4).fill('GET /pass');
    expect(service.sent().sort()).toEqual([...lookups, 'POST /pass']);
  });

  it('looks for some 20 seconds before the first request if an earlier one may be under way', async () => {
    const client = clientWithLatePost(19_500);
    const ref = { externalId: 'M-1', templateId: service.sandbox.templates.generic };
    const lookup = () => findPass(client, { by: 'externalId', ...ref });
    // The request of an earlier attempt of the run.
    await failureOf(postPass(client, { passes: [ref] }, 'lookUpFirst'));
    const issued = await issueOnce({ client, timezone: 'UTC' }, { passes: [ref] }, lookup, true);
    expect(issued.recovered).toBe(true);
    expect(service.sandbox.control.passes(ref.templateId)).toHaveLength(1);
  });

  it('reports an unknown result if the second attempt is refused: the first may still arrive', async () => {
    const network = sandboxTransport(service.sandbox);
    let posts = 0;
    const transport: Transport = async (request) => {
      if (request.method !== 'POST') return await network(request);
      posts += 1;
      if (posts === 1) return { ok: false, sent: 'maybe', reason: 'no response in time' };
      const body = JSON.stringify({ error: 'Pass limit reached', code: 'pass_limit_reached' });
      return { ok: true, response: { status: 402, headers: {}, body } };
    };
    const { baseUrl, templates } = service.sandbox;
    const client = createClient({ baseUrl, transport, clock: fastClock });
    const ref = { externalId: 'M-2', templateId: templates.generic };
    const issued = issueOnce({ client, timezone: 'UTC' }, { passes: [ref] }, () =>
      findPass(client, { by: 'externalId', ...ref }),
    );
    await expect(issued).rejects.toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(posts).toBe(2);
  });
});
