import path from 'node:path';

import type { Page } from 'playwright-core';

import type { SavedWorkflow } from '../n8n/owner';
import { useN8nServer } from '../n8n/useN8nServer';
import { eventually, ROOT } from '../support/tools';
import { compose } from './composed';
import { keepPicture, pictureAround, takesPictures } from './pictures';
import { useBrowser } from './useBrowser';

const n8n = useN8nServer();
const browser = useBrowser(n8n);

const EXAMPLE = path.join(ROOT, 'examples/n8n/form-to-pass.json');

describe('The example "Form to pass" in a browser', () => {
  let workflow: SavedWorkflow;
  beforeAll(async () => {
    workflow = await n8n.owner.importWorkflow(EXAMPLE, { credentials: [n8n.credential] });
    await n8n.owner.publish(workflow);
  });

  const cards = () => n8n.sandbox.control.passes(n8n.sandbox.templates.generic);

  /** The box around n8n's forms and last pages. */
  const sheet = (page: Page) => page.locator('.card:visible');

  async function fillIn(page: Page, email: string): Promise<void> {
    // A form is available shortly after its workflow is published.
    await eventually('the form is available', async () => {
      const response = await page.goto('/form/library-card');
      return response?.ok() === true ? true : undefined;
    });
    await page.getByLabel('Name').fill('Ana Souza');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Home branch').selectOption('Harbor');
  }

  const send = (page: Page) => page.getByRole('button', { name: 'Get my card' }).click();

  it('ends with a link to the new card', async () => {
    const { page, context } = browser;
    await fillIn(page, 'ana@example.com');
    const form = await sheet(page).screenshot();
    await send(page);

    await page.getByText('Your card is ready').waitFor();
    const link = page.getByRole('link', { name: 'Add it to your phone' });
    const [pass] = await Promise.all([context.waitForEvent('page'), link.click()]);

    const card = pass.locator('article.card');
    expect(await card.locator('.value').allInnerTexts()).toEqual(
      expect.arrayContaining(['Ana Souza', 'Harbor', 'Standard']),
    );
    expect(cards().map(({ link }) => link)).toEqual([pass.url()]);
    expect(n8n.sandbox.control.outbox()).toHaveLength(1);

    if (takesPictures()) {
      // Not the address of this machine.
      await sheet(page).evaluate(
        (element: { innerHTML: string }, { origin, shown }) => {
          element.innerHTML = element.innerHTML.replaceAll(origin, shown);
        },
        { origin: n8n.sandbox.baseUrl, shown: 'https://passes.example.com' },
      );
      const steps = [
        { area: 'form', title: 'Someone fills out a form', picture: form },
        {
          area: 'last',
          title: 'The last page has a link',
          picture: await sheet(page).screenshot(),
        },
        { area: 'card', title: 'It adds the card to a wallet', picture: await card.screenshot() },
        { area: 'canvas', title: 'n8n issued the card', picture: await canvas(), framed: true },
      ];
      const grid = `"form last card" auto "form canvas canvas" auto / 300px 300px 300px`;
      await keepPicture('form-to-pass', await compose(pass, steps, grid));
    }
    await pass.close();
  });

  it('leaves an email in the outbox that a phone shows without scrolling sideways', async () => {
    const phone = await browser.context.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(n8n.sandbox.indexUrl);
    await phone.getByText('ana@example.com').first().waitFor();
    const widths = await phone
      .locator('html, #outbox + .panel .scroll')
      .evaluateAll((boxes: { scrollWidth: number; clientWidth: number }[]) =>
        boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      );
    expect(widths).toEqual([0, 0]);
    await phone.close();
  });

  it('sends and issues nothing to someone who already has a card', async () => {
    const { page } = browser;
    await fillIn(page, ' ANA@example.com');
    await send(page);

    await page.getByText('You already have a card').waitFor();
    expect(cards()).toHaveLength(1);
    expect(n8n.sandbox.control.outbox()).toHaveLength(1);
  });

  it('shows on the last page why no card was issued', async () => {
    const { page } = browser;
    n8n.sandbox.control.disableKey(n8n.connection().apiKey);
    await fillIn(page, 'ben@example.com');
    await send(page);

    await page.getByText('Something went wrong').waitFor();
    await expect(sheet(page).innerText()).resolves.toContain(
      'No card was issued. The service rejected this API key',
    );
    expect(cards()).toHaveLength(1);
  });

  /** The nodes that run for a new card. */
  async function canvas(): Promise<Buffer> {
    const { page } = browser;
    await page.goto(`/workflow/${workflow.id}`);
    const nodes = ['Sign-Up Form', 'Issue Card', 'New Card?', 'Show the Link'].map((name) =>
      page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`),
    );
    for (const node of nodes) await node.waitFor();
    await page.getByTestId('zoom-to-fit').click();
    await page.mouse.move(640, 850);
    // The editor shows a node's name below it.
    return await pictureAround(page, nodes, { left: 30, right: 30, top: 14, bottom: 54 });
  }
});
