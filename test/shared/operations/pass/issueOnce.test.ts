import { findPass, listPasses } from '../../../../shared/api/passes';
import { createClient } from '../../../../shared/http/client';
import type { Transport } from '../../../../shared/http/transport';
import { sandboxTransport } from '../../../support/sandboxTransport';
import { issueOnce } from '../../../../shared/operations/pass/issueOnce';
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
    const issued = await issueOnce(client, { passes: [{ templateId, externalId }] }, () =>
      findPass(client, { by: 'externalId', externalId, templateId }),
    );
    const { passes } = await listPasses(service.client(), { templateId });
    expect(passes.map(({ id }) => id)).toEqual([issued.links.id]);
    expect(issued.recovered).toBe(true);
    expect(service.sent()).toEqual(['POST /pass', 'GET /pass', 'GET /passes']);
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
    const issued = issueOnce(client, { passes: [ref] }, () =>
      findPass(client, { by: 'externalId', ...ref }),
    );
    await expect(issued).rejects.toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(posts).toBe(2);
  });
});
