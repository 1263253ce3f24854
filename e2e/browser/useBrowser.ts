import type { BrowserContext, Page } from 'playwright-core';

import type { SavedWorkflow } from '../n8n/owner';
import type { Platform } from '../n8n/useN8nServer';
import { type OpenBrowser, openBrowser } from './browser';

interface BrowserOnN8n {
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
  let opened: OpenBrowser | undefined;
  const complaints: string[] = [];
  const current = () => {
    if (!opened) throw new Error('The browser is not open yet');
    return opened;
  };

  beforeAll(async () => {
    opened = await openBrowser(n8n.server);
    opened.page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    opened.page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await opened?.close();
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
