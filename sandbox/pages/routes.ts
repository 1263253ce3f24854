import { type Context, Hono } from 'hono';
import { html } from 'hono/html';

import { WALLET_A, WALLET_B } from '../../shared/service/vocabulary';
import type { ApiEnv } from '../http/env';
import { supportedLocale } from '../locales';
import { ownProperty } from '../ownProperty';
import { addBadgeByInvite, inviteLink, isLive } from '../resources/badges/invite';
import { groupLink, passLink } from '../resources/passes/links';
import type { BadgeInvite, BadgeTemplate } from '../state/badgeEntities';
import type { State } from '../state/state';
import { drawArt } from './art';
import { drawButton, type WalletKey } from './buttons';
import { indexPage } from './index/page';
import { invitePage } from './invitePage';
import { layout } from './layout';
import type { Shown } from './card';
import { groupPage, passPage, shownPass } from './passPage';
import { walletPage } from './walletPage';

/** Folders of the pages: an unknown path below them is not an API request. */
const PAGE_FOLDERS = ['p', 'g', 'wallet', 'i', 'images', 'buttons', 'art'];
/** Paths that browsers request of every site. */
const BROWSER_REQUESTS = ['/robots.txt', '/apple-touch-icon*', '/.well-known/*'];

/**
 * Web pages and images. They need no key, and they bypass the API's log, faults and rate limit.
 */
export function pageRoutes(state: () => State) {
  const routes = new Hono<ApiEnv>();

  routes.get('/', (c) => {
    const page = Number(c.req.query('page') ?? 1);
    return c.html(
      indexPage(state(), {
        templateId: c.req.query('template'),
        page: Number.isInteger(page) && page >= 1 ? page : 1,
      }),
    );
  });
  routes.get('/p/:id', (c) => {
    const [shown] = passesOf(state(), c.req.param('id'), c.req.query('locale'));
    return shown === undefined ? gone(c) : c.html(passPage(state(), shown));
  });
  routes.get('/g/:id', (c) => {
    const group = state().groups.get(c.req.param('id'));
    if (group === undefined) return gone(c);
    const locale = supportedLocale(c.req.query('locale'));
    const passes = passesOf(state(), group.id, locale);
    return c.html(groupPage(state(), group, passes, locale));
  });

  routes.get('/wallet/:wallet/:id', (c) => {
    const { wallet, id } = c.req.param();
    const passes = passesOf(state(), id, c.req.query('locale'));
    if (!isWallet(wallet) || passes.length === 0) return gone(c);
    return c.html(walletPage(wallet, passes, backTo(state(), id)));
  });
  routes.post('/wallet/:wallet/:id', async (c) => {
    const { wallet, id } = c.req.param();
    const passes = passesOf(state(), id);
    if (!isWallet(wallet) || passes.length === 0) return gone(c);
    const { action } = await c.req.parseBody();
    const key = wallet === WALLET_A ? 'walletADevices' : 'walletBDevices';
    for (const { pass } of passes) {
      pass[key] = Math.max(0, pass[key] + (action === 'remove' ? -1 : 1));
    }
    return c.redirect(backTo(state(), id), 303);
  });

  routes.get('/i/:code', (c) => {
    const opened = inviteOf(state(), c.req.param('code'));
    if (opened === undefined) return gone(c);
    return c.html(invitePage(state(), ...opened, c.req.query('added') !== undefined));
  });
  routes.post('/i/:code', (c) => {
    const opened = inviteOf(state(), c.req.param('code'));
    if (opened === undefined) return gone(c);
    const [invite] = opened;
    const link = inviteLink(state(), invite.code);
    // An invite that has been used in the meantime is shown as used.
    if (!isLive(invite, state().clock.now())) return c.redirect(link, 303);
    addBadgeByInvite(state(), invite.code);
    return c.redirect(`${link}?added`, 303);
  });

  routes.get('/images/:name', (c) => {
    const [id = '', scale] = c.req.param('name').split('@');
    const file = state().files.get(id);
    const stored = scale === undefined ? file?.image : file && ownProperty(file.variants, scale);
    const bytes = stored && state().files.blob(stored.blob);
    if (stored === undefined || bytes === undefined) return gone(c);
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': stored.mime,
      // An uploaded SVG is a document: it must not run anything here.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  routes.get('/buttons/:wallet/:file', (c) => {
    const { wallet, file } = c.req.param();
    return isWallet(wallet) ? svg(c, drawButton(wallet, file.replace(/\.svg$/, ''))) : gone(c);
  });
  routes.get('/art/:file', (c) => {
    const drawn = drawArt(c.req.param('file').replace(/\.svg$/, ''));
    return drawn === undefined ? gone(c) : svg(c, drawn);
  });
  routes.get('/favicon.ico', (c) => svg(c, drawArt('plain-icon') ?? ''));
  for (const path of BROWSER_REQUESTS) routes.get(path, gone);
  for (const folder of PAGE_FOLDERS) routes.all(`/${folder}/*`, gone);
  return routes;
}

function isWallet(wallet: string): wallet is WalletKey {
  return wallet === WALLET_A || wallet === WALLET_B;
}

/** The pass of an ID, or all passes of a group. */
function passesOf(state: State, id: string, locale?: string): Shown[] {
  const ids = state.groups.get(id)?.passIds ?? [id];
  return ids.flatMap((passId) => {
    const pass = state.passes.get(passId);
    return (pass && shownPass(state, pass, locale)) ?? [];
  });
}

function inviteOf(state: State, code: string): [BadgeInvite, BadgeTemplate] | undefined {
  const invite = state.badges.invites.get(code);
  const badge = invite && state.badges.templates.get(invite.badgeTemplateId);
  return invite && badge && [invite, badge];
}

function backTo(state: State, id: string): string {
  return state.groups.has(id) ? groupLink(state, id) : passLink(state, id);
}

function svg(c: Context, drawn: string): Response {
  return c.body(drawn, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=3600' });
}

function gone(c: Context) {
  return c.html(
    layout(
      'Not here',
      'narrow',
      html`<h1>Not here</h1>
        <p class="soft">There is no such card. <a href="/">All cards</a></p>`,
    ),
    404,
  );
}
