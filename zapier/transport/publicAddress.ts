import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Why a connection was not made, as `code` of the error. */
const NOT_PUBLIC = 'ENOTPUBLIC';

/**
 * Addresses that are not on the public internet: this machine, private networks, and reserved ranges (IANA's
 * special-purpose registries).
 */
const RESERVED = blockList(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
);
/** All IPv6 addresses of the public internet. No other range has been assigned to it (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = blockList('2000::/3');
/** IPv4 addresses in the form of IPv6 addresses; a `BlockList` compares them as IPv4. */
const MAPPED_IPV4 = blockList('::ffff:0:0/96');

function blockList(...subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether an address is on the public internet: not this machine, a private network, or reserved. */
function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  const isAssigned =
    family === 'ipv4' || GLOBAL_IPV6.check(address, family) || MAPPED_IPV4.check(address, family);
  return isAssigned && !RESERVED.check(address, family);
}

/** Whether a URL may lead to a public address. The address of a name is known only after a lookup. */
export function mayBePublic(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 ? isPublicAddress(host) : !/(^|\.)localhost\.?$/.test(host);
}

/**
 * Looks up a name, and refuses it if it leads to an address that is not public. The connection itself uses this lookup.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(Object.assign(new Error('not public'), { code: NOT_PUBLIC }), '', 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    }
  });
};

const HTTP = new http.Agent({ lookup: publicLookup });
const HTTPS = new https.Agent({ lookup: publicLookup });

/** The `agent` of a request: it connects to no name that leads to an address that is not public. */
export function publicAgent(url: string): http.Agent {
  return /^https:/i.test(url) ? HTTPS : HTTP;
}

/** Whether a request failed because of `publicAgent`. */
export function wasNotPublic(thrown: unknown): boolean {
  return (thrown as { code?: unknown } | undefined)?.code === NOT_PUBLIC;
}

/**
 * The URL at which a download continues after a redirect; `undefined` if that is not allowed. It must not reach
 * services on the machine that runs the app, or on its network.
 * @param url absolute URL that was requested
 * @param location header `Location`, absolute or relative to `url`
 */
export function redirectTarget(url: string, location: string): string | undefined {
  if (location === '' || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  const isSecure = target.protocol === 'https:';
  const isAllowed = isSecure || (target.protocol === 'http:' && new URL(url).protocol === 'http:');
  return isAllowed && mayBePublic(target.href) ? target.href : undefined;
}
