import type { LoggedRequest, SandboxControl } from '../../sandbox/index';
import { flawsOf } from './requestSchemas';

/** The flaws of the requests that reached the service since the last call. */
export function flawsOfNewRequests(control: SandboxControl): { flaws: string[]; requests: number } {
  const requests = control.requests();
  control.clearRequests();
  return { flaws: requests.flatMap(flawsOfLogged), requests: requests.length };
}

function flawsOfLogged({ method, path, query, body, headers }: LoggedRequest): string[] {
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  if (isForm) return [];
  return flawsOf({ method, segments: path.slice(1).split('/'), query, body }).map(
    (flaw) => `${method} ${path}: ${flaw}`,
  );
}

/** The service's own words in a message of the connector, if it repeats them. */
export function serviceWords(text: string): string | undefined {
  return /The service rejected the values: (.*)/s.exec(text)?.[1];
}
