import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** Why a connection was not made, as `code` of the error. */
const NOT_PUBLIC = 'ENOTPUBLIC';

/** All IPv6 addresses of the public internet: nothing else has been assigned to it (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet: not this machine, a private network, or reserved. An IPv4 address
 * in the form of an IPv6 one is read as IPv4.
 */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
  return isGlobal && address.range() === 'unicast';
}

/** Whether a URL may lead to a public address. What a name leads to is only known when it is looked up. */
export function mayBePublic(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 ? isPublicAddress(host) : !/(^|\.)localhost\.?$/.test(host);
}

/** Looks up a name and refuses one that leads to an address that is not public, for the connection itself. */
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

/** For `agent` of a request: it connects to no name that leads to an address that is not public. */
export function publicAgent(url: string): http.Agent {
  return /^https:/i.test(url) ? HTTPS : HTTP;
}

/** Whether a request failed because of `publicAgent`. */
export function wasNotPublic(thrown: unknown): boolean {
  return (thrown as { code?: unknown } | undefined)?.code === NOT_PUBLIC;
}
