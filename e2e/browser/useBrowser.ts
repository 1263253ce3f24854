import { type Browser, type BrowserContext, chromium, type Page, selectors } from 'playwright-core';

import { OWNER, type SavedWorkflow } from '../n8n/owner';
import type { Platform } from '../n8n/useN8nServer';
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

export interface BrowserOnN8n {
  /** Logged in as the owner. */
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and exceptions in pages of the editor so far, oldest first. */
  readonly complaints: string[];
  /** Opens the panel of a node of a saved workflow. */
  openNode(workflow: SavedWorkflow, node: string): Promise<void>;
}

/** A browser for the tests of a file, logged in on their n8n server. */
export function useBrowser(n8n: Platform): BrowserOnN8n {
  let browser: Browser | undefined;
  let opened: { context: BrowserContext; page: Page } | undefined;
  const complaints: string[] = [];
  const current = () => {
    if (!opened) throw new Error('The browser is not open yet');
    return opened;
  };

  beforeAll(async () => {
    const executablePath = runProgram('which', ['chromium']).trim();
    browser = await chromium.launch({ executablePath, args: FLAGS });
    const context = await browser.newContext({
      baseURL: n8n.server.url,
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
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    opened = { context, page };
  });
  afterAll(async () => {
    await browser?.close();
  });

  return {
    get page() {
      return current().page;
    },
    get context() {
      return current().context;
    },
    complaints,
    openNode: async (workflow, name) => {
      const { page } = current();
      const node = workflow.nodes.find((one) => one.name === name);
      if (!node?.id) throw new Error(`There is no node "${name}"`);
      await page.goto(`/workflow/${workflow.id}/${node.id}`);
      await page.getByTestId('ndv').waitFor();
    },
  };
}
