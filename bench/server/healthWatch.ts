import http from 'node:http';

import { sleep } from '../../e2e/support/tools';

/** Time between the starts of two requests, ms. */
const EVERY_MS = 20;

interface HealthWatch {
  /** Ends the requests. @returns the longest response time, ms */
  stop(): Promise<number>;
}

/**
 * Requests `/healthz` all the time over one connection. n8n responds without any work, so a late response
 * shows that its event loop was blocked.
 * @param url of an n8n server
 */
export function watchHealth(url: string): HealthWatch {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const state = { stopped: false };
  const watching = (async () => {
    let longest = 0;
    while (!state.stopped) {
      const begun = performance.now();
      await request(`${url}/healthz`, agent);
      const ms = performance.now() - begun;
      longest = Math.max(longest, ms);
      await sleep(Math.max(0, EVERY_MS - ms));
    }
    agent.destroy();
    return longest;
  })();
  // Reported by `stop`.
  watching.catch(() => undefined);
  return {
    stop: () => {
      state.stopped = true;
      return watching;
    },
  };
}

async function request(url: string, agent: http.Agent): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = http.get(url, { agent }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // After a long block, the server closes the connection as idle just when a request arrives.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(request(url, agent));
      else reject(error);
    });
  });
}
