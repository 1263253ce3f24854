import { postPass } from '../../../../shared/api/passes';
import { passPages } from '../../../../shared/api/passLists';
import type { Transport } from '../../../../shared/http/transport';
import { createContext } from '../../../../shared/operations/context';
import { failureOf } from '../../../support/failures';
import { sandboxTransport } from '../../../support/sandboxTransport';
import { issueOnce } from '../../../../shared/operations/pass/issue/issueOnce';
import type { Clock } from '../../../../shared/runtime/clock';
import { fastClock } from '../../../support/clock';
import { useService } from '../../../support/service';

const service = useService();
const connection = () => ({
  baseUrl: service.sandbox.baseUrl,
  apiKey: service.sandbox.keys['Full access'],
});

/** A context whose first `POST /pass` gets no response, and reaches the service only `delayMs` later. */
function contextWithLatePost(delayMs: number) {
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
  return createContext({ connection: connection(), transport, clock });
}

describe('issuing after a lost response', () => {
  it('waits for the service to finish before it looks up the pass, so that it is issued once', async () => {
    const ref = { externalId: 'M-1', templateId: service.sandbox.templates.generic };
    const issued = await issueOnce(contextWithLatePost(1900), { passes: [ref] }, [ref]);
    const { passes } = await passPages(service.client(), ref.templateId)({ limit: 100 });
    expect(passes.map(({ id }) => id)).toEqual([issued.links.id]);
    expect(issued.recovered).toBe(true);
    expect(service.sent()).toEqual(['POST /pass', 'GET /pass', 'GET /passes']);
  });

  it('looks again for some 20 seconds before it sends another request', async () => {
    const ref = { externalId: 'M-1', templateId: service.sandbox.templates.generic };
    const issued = await issueOnce(contextWithLatePost(19_500), { passes: [ref] }, [ref]);
    expect(issued.recovered).toBe(true);
    expect(service.sandbox.control.passes(ref.templateId)).toHaveLength(1);
    const lookups = Array<string>(4).fill('GET /pass');
    expect(service.sent().sort()).toEqual([...lookups, 'POST /pass']);
  });

  it('looks for some 20 seconds before the first request if an earlier one may be under way', async () => {
    const context = contextWithLatePost(19_500);
    const ref = { externalId: 'M-1', templateId: service.sandbox.templates.generic };
    // The request of an earlier attempt of the run.
    await failureOf(postPass(context.client, { passes: [ref] }, 'lookUpFirst'));
    context.passes.list(ref.templateId).cache.expect(ref, { mayBeInFlight: true });
    const issued = await issueOnce(context, { passes: [ref] }, [ref]);
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
    const context = createContext({ connection: connection(), transport, clock: fastClock });
    const ref = { externalId: 'M-2', templateId: service.sandbox.templates.generic };
    const issued = issueOnce(context, { passes: [ref] }, [ref]);
    await expect(issued).rejects.toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(posts).toBe(2);
  });
});
