import { LOOPBACK_HOSTS } from '../../shared/http/url';

/**
 * The URL to continue a download at after a redirect; `undefined` if that is not allowed. As in Zapier's core, a
 * redirect must not reach services on the machine that runs the app.
 * @param url absolute URL that was requested
 * @param location header `Location`, absolute or relative to `url`
 */
export function redirectTarget(url: string, location: string): string | undefined {
  if (location === '' || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  const isSecure = target.protocol === 'https:';
  const isAllowed = isSecure || (target.protocol === 'http:' && new URL(url).protocol === 'http:');
  return isAllowed && !LOOPBACK_HOSTS.includes(target.hostname) ? target.href : undefined;
}
