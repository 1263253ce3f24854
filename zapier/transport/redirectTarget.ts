import { mayBePublic } from './publicAddress';

/**
 * The URL to continue a download at after a redirect; `undefined` if that is not allowed. It must not reach
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
