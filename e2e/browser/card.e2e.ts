/** The page that the holder of a card sees: that of the sandbox, on a phone. */
import type { Browser } from 'playwright-core';

import { type Sandbox, startSandbox } from '../../sandbox/index';
import { launchBrowser } from './browser';
import { keepPicture, takesPictures } from './pictures';

/** The README shows the picture at half of its width. */
const PHONE = { viewport: { width: 390, height: 715 }, deviceScaleFactor: 1.5, isMobile: true };

let sandbox: Sandbox;
let browser: Browser;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'templates' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

async function issue(): Promise<string> {
  const response = await fetch(`${sandbox.baseUrl}/pass`, {
    method: 'POST',
    headers: {
      'X-API-Key': sandbox.keys['Manage passes'],
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      passes: [
        {
          templateId: sandbox.templates.loyalty,
          externalId: 'M-0042',
          templateFields: { accountName: 'Ana Souza', balance: 120, rewards: 'Gold' },
          customFields: { favoriteDrink: 'Flat white', homeShop: 'Harbor' },
        },
      ],
    }),
  });
  const { link } = (await response.json()) as { link: string };
  return link;
}

it('fits a phone, with the card and a button that adds it', async () => {
  const page = await browser.newPage(PHONE);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(await issue());

  await page.getByText('Ana Souza').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect(complaints).toEqual([]);
  if (takesPictures()) await keepPicture('card', await page.screenshot());
});
