import type { LookupAddress } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

import { Agent, request } from 'undici';

import { LIMITS } from '../../../shared/service/vocabulary';
import { badRequest, ServiceError } from '../../errors';
import type { ImageFetchSettings } from '../../state/state';

const MOST_REDIRECTS = 5;

/** Over `LIMITS.fileUploadBytes`. */
export const fileTooLarge = () => new ServiceError(413, 'File exceeds 10 MiB limit');

/** Networks that are not the public internet (IANA special-purpose registries). */
const PRIVATE_NETWORKS = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  ::/127 64:ff9b::/96 2001:db8::/32 fc00::/7 fe80::/10 ff00::/8`;
const notPublic = new BlockList();
for (const subnet of PRIVATE_NETWORKS.trim().split(/\s+/)) {
  const [network = '', prefix] = subnet.split('/');
  notPublic.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
}

/**
 * Fetch an image from a public address; every redirect is checked again.
 * @throws ServiceError 400 for an invalid, private or unreachable URL, 413 over 10 MiB, 504 on timeout
 */
export async function fetchImage(address: string, settings: ImageFetchSettings): Promise<Buffer> {
  const signal = AbortSignal.timeout(settings.timeoutMs);
  let target = address;
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const url = webUrl(target);
      const dispatcher = connectingTo(await publicAddresses(url, settings));
      // `reset` closes the connection at the end of the response.
      const { statusCode, headers, body } = await request(url, { dispatcher, signal, reset: true });
      if (statusCode === 200) return await readAll(body);
      await body.dump();
      if (statusCode < 300 || statusCode >= 400 || typeof headers.location !== 'string') {
        throw badRequest(`The image URL returned status ${statusCode}.`);
      }
      target = new URL(headers.location, url).href;
    }
    throw badRequest('The image URL has too many redirects.');
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (!signal.aborted) throw badRequest('The image URL could not be fetched.');
    const seconds = settings.timeoutMs / 1000;
    throw new ServiceError(
      504,
      `Upstream timeout: the image URL did not respond within ${seconds} seconds.`,
    );
  }
}

function webUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw badRequest('url must be an http or https URL.');
  }
  return url;
}

/** The addresses of a host; all of them must be public, unless its origin is allowed. */
async function publicAddresses(
  { hostname, origin }: URL,
  { allowedOrigins, resolve }: ImageFetchSettings,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, ''));
  const isPrivate = addresses.some(({ address, family }) =>
    notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
  if (isPrivate && !allowedOrigins.includes(origin)) {
    throw badRequest('The image URL must be public.');
  }
  return addresses;
}

/** Connects to these addresses only: a name resolved again could lead to others, which nobody has checked. */
function connectingTo(addresses: LookupAddress[]): Agent {
  const lookup: LookupFunction = (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };
  return new Agent({ connect: { lookup } });
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LIMITS.fileUploadBytes) throw fileTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
