import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

import { Agent, request } from 'undici';

import { LIMITS } from '../../../shared/service/vocabulary';
import { badRequest, ServiceError } from '../../errors';
import type { ImageFetchSettings } from '../../state/state';
import { fileTooLarge } from './refusals';

const MOST_REDIRECTS = 5;

/** Networks that are not the public internet (IANA special-purpose registries). */
const PRIVATE_NETWORKS: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 96],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];
const notPublic = new BlockList();
for (const [network, prefix] of PRIVATE_NETWORKS) {
  notPublic.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
}

/** Thrown while connecting if a name resolves to a private address. */
class PrivateAddressError extends Error {}

/**
 * Fetch an image from a public address. Every redirect is checked again, and a host name is checked when
 * connecting, so that it cannot change in between.
 * @throws ServiceError 400 for an invalid, private or unreachable URL, 413 over 10 MiB, 504 on
 *   timeout
 */
export async function fetchImage(address: string, settings: ImageFetchSettings): Promise<Buffer> {
  const signal = AbortSignal.timeout(settings.timeoutMs);
  const guarded = new Agent({ connect: { lookup: lookupPublic } });
  const open = new Agent();
  try {
    let url = checked(address, settings);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const dispatcher = settings.allowedOrigins.includes(url.origin) ? open : guarded;
      const response = await request(url, { dispatcher, signal });
      const location = response.headers.location;
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
        await response.body.dump();
        url = checked(new URL(location, url).href, settings);
        continue;
      }
      if (response.statusCode !== 200) {
        throw badRequest(`The image URL returned status ${response.statusCode}.`);
      }
      return await readAll(response.body);
    }
    throw badRequest('The image URL has too many redirects.');
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof PrivateAddressError) throw privateAddress();
    if (signal.aborted) {
      throw new ServiceError(
        504,
        `Upstream timeout: the image URL did not respond within ${settings.timeoutMs / 1000} seconds.`,
      );
    }
    throw badRequest('The image URL could not be fetched.');
  } finally {
    await Promise.all([guarded.destroy(), open.destroy()]);
  }
}

/** A URL that may be fetched, as far as this is known before its host name is resolved. */
function checked(address: string, { allowedOrigins }: ImageFetchSettings): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw badRequest('url must be an http or https URL.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const allowed = allowedOrigins.includes(url.origin);
  if (!allowed && isIP(host) !== 0 && !isPublic(host)) throw privateAddress();
  return url;
}

const privateAddress = () => badRequest('The image URL must be public.');

function isPublic(address: string): boolean {
  return !notPublic.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Resolve a host name, and refuse it if any of its addresses is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = (addresses as typeof addresses | undefined) ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error(`No address for ${hostname}`), '');
    } else if (!addresses.every(({ address }) => isPublic(address))) {
      callback(new PrivateAddressError(hostname), '');
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

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
