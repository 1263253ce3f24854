import { type Context, Hono } from 'hono';
import { html } from 'hono/html';

import { WALLET_A, WALLET_B } from '../../shared/service/vocabulary';
import type { SandboxInfo } from '../control/routes';
import type { ApiEnv } from '../http/env';
import { supportedLocale } from '../locales';
import { addBadgeByInvite, inviteLink, isLive } from '../resources/badges/invites';
import { groupLink, passLink } from '../resources/passes/pass';
import { SCALES } from '../state/entities';
import type { State } from '../state/state';
import { drawArt, drawButton, type WalletKey } from './art';
import type { Shown } from './card';
import { groupPage, invitePage, passPage, walletPage } from './holderPages';
import { indexPage } from './indexPage';
import { layout } from './layout';

/** Folders of the pages: an unknown path below them is not an API request. */
const PAGE_FOLDERS = ['p', 'g', 'wallet', 'i', 'images', 'buttons', 'art'];
/** Paths that browsers request of every site. */
const BROWSER_REQUESTS = ['/robots.txt', '/apple-touch-icon*', '/.well-known/*'];

/**
 * Web pages and images. They need no key, and they bypass the API's log, faults and rate limit.
 */
export function pageRoutes(state: () => State, info: SandboxInfo) {
  const routes = new Hono<ApiEnv>();

  routes.get('/', (c) => c.html(indexPage(state(), info, c.req.query('template'))));
  routes.get('/p/:id', (c) => {
    const [shown] = passesOf(state(), c.req.param('id'), c.req.query('locale'));
    return shown === undefined ? gone(c) : c.html(passPage(state(), shown));
  });
  routes.get('/g/:id', (c) => {
    const id = c.req.param('id');
    if (!state().groups.has(id)) return gone(c);
    const locale = supportedLocale(c.req.query('locale'));
    return c.html(groupPage(state(), id, passesOf(state(), id, locale), locale));
  });

  routes.on(['GET', 'POST'], '/wallet/:wallet/:id', async (c) => {
    const { wallet, id } = c.req.param();
    const passes = passesOf(state(), id, c.req.query('locale'));
    if (!isWallet(wallet) || passes.length === 0) return gone(c);
    const back = state().groups.has(id) ? groupLink(state(), id) : passLink(state(), id);
    if (c.req.method === 'GET') return c.html(walletPage(wallet, passes, back));
    const { action } = await c.req.parseBody();
    const key = wallet === WALLET_A ? 'walletADevices' : 'walletBDevices';
    for (const { pass } of passes) {
      pass[key] = Math.max(0, pass[key] + (action === 'remove' ? -1 : 1));
    }
    return c.redirect(back, 303);
  });

  routes.on(['GET', 'POST'], '/i/:code', (c) => {
    const invite = state().invites.get(c.req.param('code'));
    const badge = invite && state().badges.get(invite.badgeTemplateId);
    if (invite === undefined || badge === undefined) return gone(c);
    if (c.req.method === 'GET') {
      return c.html(invitePage(state(), invite, badge, c.req.query('added') !== undefined));
    }
    const link = inviteLink(state(), invite.code);
    // An invite that has been used in the meantime is shown as used.
    if (!isLive(state(), invite)) return c.redirect(link, 303);
    addBadgeByInvite(state(), invite.code);
    return c.redirect(`${link}?added`, 303);
  });

  routes.get('/images/:name', (c) => {
    const [id = '', scale] = c.req.param('name').split('@');
    const file = state().files.get(id);
    const variant = SCALES.find((known) => known === scale);
    const stored = scale === undefined ? file?.image : variant && file?.variants[variant];
    if (stored === undefined) return gone(c);
    return c.body(new Uint8Array(stored.bytes), 200, {
      'Content-Type': stored.mime,
      // An uploaded SVG is a document: it must not run anything here.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  routes.get('/buttons/:wallet/:file', (c) => {
    const { wallet, file } = c.req.param();
    return svg(c, isWallet(wallet) ? drawButton(wallet, file.replace(/\.svg$/, '')) : undefined);
  });
  routes.get('/art/:file', (c) => svg(c, drawArt(c.req.param('file').replace(/\.svg$/, ''))));
  routes.get('/favicon.ico', (c) => svg(c, drawArt('plain-icon')));
  for (const path of BROWSER_REQUESTS) routes.get(path, gone);
  for (const folder of PAGE_FOLDERS) routes.all(`/${folder}/*`, gone);
  return routes;
}

function isWallet(wallet: string): wallet is WalletKey {
  return wallet === WALLET_A || wallet === WALLET_B;
}

/** The pass of an ID, or all passes of a group; holders keep the card of a deleted template. */
function passesOf(state: State, id: string, locale?: string): Shown[] {
  const ids = state.groups.get(id)?.passIds ?? [id];
  return ids.flatMap((passId) => {
    const pass = state.passes.get(passId);
    const template = pass && state.templates.get(pass.templateId);
    if (pass === undefined || template === undefined) return [];
    return [{ pass, template, locale: supportedLocale(locale), now: state.clock.now() }];
  });
}

function svg(c: Context, drawn: string | undefined) {
  if (drawn === undefined) return gone(c);
  return c.body(drawn, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=3600' });
}

function gone(c: Context) {
  const content = html`<h1>Page not found</h1>
    <p class="soft">This card doesn't exist. <a href="/">All cards</a></p>`;
  return c.html(layout('Page not found', 'narrow', content), 404);
}
