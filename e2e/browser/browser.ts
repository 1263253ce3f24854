/** Debian's Chromium on an n8n server, logged in as the owner. Works without jest. */
import { type Browser, type BrowserContext, chromium, type Page, selectors } from 'playwright-core';

import { OWNER } from '../n8n/owner';
import { runProgram } from '../support/tools';

/** The attribute that n8n's own browser tests use. */
selectors.setTestIdAttribute('data-test-id');

/** Chromium running as root, without requests of its own to the internet. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenBrowser {
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** Without a server. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = runProgram('which', ['chromium']).trim();
  return await chromium.launch({ executablePath, args: FLAGS });
}

/** @param server whose owner is set up; paths in `page.goto` are relative to its URL */
export async function openBrowser(server: { url: string }): Promise<OpenBrowser> {
  const browser = await launchBrowser();
  try {
    const context = await logIn(browser, server.url);
    return { context, page: await context.newPage(), close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function logIn(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(60_000);
  const { email, password } = OWNER;
  const login = await context.request.post('/rest/login', {
    data: { emailOrLdapLoginId: email, password },
  });
  if (!login.ok()) throw new Error(`Login failed: ${await login.text()}`);
  return context;
}
