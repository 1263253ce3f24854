import type { IDataObject } from 'n8n-workflow';
import type { Locator } from 'playwright-core';

import { N8N_RESOURCES } from '../../nodes/WalletPass/operations';
import type { InputField } from '../../shared/fields';
import type { Operation } from '../../shared/operations/operation';
import { NODE_TYPE, useN8nServer } from '../n8n/useN8nServer';
import { issuePassWorkflow } from './issuePassWorkflow';
import { compose } from './composed';
import { keepPicture, pictureAround, takesPictures } from './pictures';
import { useBrowser } from './useBrowser';

const n8n = useN8nServer();
const browser = useBrowser(n8n);

/** Margin around the part of the panel in the picture, in CSS pixels. */
const MARGIN = { left: 16, right: 16, top: 12, bottom: 6 };

/** Of the label above an input, in CSS pixels. */
const LABEL_HEIGHT = 24;

/** n8n adds this option if the credential can authenticate arbitrary requests. */
const OF_N8N = 'Custom API Call';

const sorted = (labels: readonly string[]) => [...labels].sort((a, b) => a.localeCompare(b, 'en'));

describe('The panel of the node', () => {
  const panel = () => browser.page.getByTestId('ndv');
  const dropdown = (name: string) => browser.page.getByTestId(`parameter-input-${name}`);
  /** The entries of the open dropdown. */
  const entries = () => browser.page.getByRole('option').filter({ visible: true });

  /** Names in an open dropdown, without their descriptions. */
  async function namesIn(name: string): Promise<string[]> {
    await dropdown(name).click();
    await entries().first().waitFor();
    const names = await entries().locator('.option-headline').allInnerTexts();
    return names.map((text) => text.trim());
  }

  async function pick(name: string, label: string): Promise<void> {
    await dropdown(name).click();
    await entries()
      .filter({ has: browser.page.getByText(label, { exact: true }) })
      .click();
    await entries().first().waitFor({ state: 'hidden' });
  }

  describe('for each resource', () => {
    beforeAll(async () => {
      const workflow = await n8n.owner.importWorkflow(
        {
          name: 'Panels',
          nodes: [
            {
              name: 'Wallet Pass',
              type: NODE_TYPE,
              parameters: {},
              credentials: { walletPassApi: { id: '', name: '' } },
            },
          ],
          connections: {},
        },
        { credentials: [n8n.credential] },
      );
      await browser.openNode(workflow, 'Wallet Pass');
    });

    it('lists all resources', async () => {
      const names = await namesIn('resource');
      expect(names).toEqual([...sorted(N8N_RESOURCES.map(({ label }) => label)), OF_N8N]);
      await browser.page.keyboard.press('Escape');
    });

    it.each(N8N_RESOURCES.map((resource) => [resource.label, resource] as const))(
      '%s shows its operations, each with its inputs, and no label is cut off',
      async (label, { operations }) => {
        await pick('resource', label);
        const names = await namesIn('operation');
        expect(names).toEqual([...sorted(operations.map((one) => one.label)), OF_N8N]);
        await browser.page.keyboard.press('Escape');

        for (const operation of operations) {
          await pick('operation', operation.label);
          for (const input of plainLabels(operation)) await labelled(input).first().waitFor();
          expect({ operation: operation.action, cutOff: await cutOffLabels(panel()) }).toEqual({
            operation: operation.action,
            cutOff: [],
          });
        }
        expect(browser.complaints).toEqual([]);
      },
    );
  });

  const labelled = (label: string) =>
    panel().getByTestId('input-label').getByText(label, { exact: true });
});

/** Labels of the inputs that the panel always shows as declared: not in a collection, not split into several. */
function plainLabels({ input }: Operation): string[] {
  const spread = ['passRef', 'fieldValues', 'file'];
  return Object.values(input)
    .filter((field: InputField) => field.section === undefined && !spread.includes(field.kind))
    .filter(({ visibleWhen }) => visibleWhen === undefined)
    .map(({ label }) => label);
}

/** The properties of a page element that show whether its text fits. */
interface Measured {
  scrollWidth: number;
  clientWidth: number;
  textContent: string;
}

/** Labels whose text does not fit; buttons that cover their right end on hover do not count. */
async function cutOffLabels(panel: Locator): Promise<string[]> {
  const parts = panel.locator('label > :first-child, label > :first-child *');
  expect(await parts.count()).toBeGreaterThan(0);
  return await parts.evaluateAll((elements: Measured[]) =>
    elements
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent.trim()),
  );
}

describe('An untouched panel', () => {
  const open = async (parameters: IDataObject) => {
    const workflow = await n8n.owner.importWorkflow(
      {
        name: 'Untouched',
        nodes: [
          {
            name: 'Wallet Pass',
            type: NODE_TYPE,
            parameters,
            credentials: { walletPassApi: { id: '', name: '' } },
          },
        ],
        connections: {},
      },
      { credentials: [n8n.credential] },
    );
    await browser.openNode(workflow, 'Wallet Pass');
    const panel = browser.page.getByTestId('node-parameters');
    await panel.waitFor();
    return panel;
  };
  /** Opens a panel with a field mapper and waits until the editor has requested the fields. */
  const openMapper = async (parameters: IDataObject) => {
    const asked = browser.page.waitForResponse(/resource-mapper-fields/);
    const panel = await open(parameters);
    await asked;
    await panel.getByTestId('resource-mapper-container').waitFor();
    return panel;
  };

  it('asks for the template first, without an error', async () => {
    const panel = await openMapper({ resource: 'pass', operation: 'update' });
    expect(await panel.innerText()).not.toMatch(/No fields found|Retry/);
  });

  it('does not claim that a template has no fields when mapping automatically', async () => {
    const panel = await openMapper({
      resource: 'pass',
      operation: 'create',
      templateId: { __rl: true, mode: 'id', value: n8n.sandbox.templates.loyalty },
      fieldValues: { mappingMode: 'autoMapInputData', value: null },
    });
    expect(await panel.innerText()).not.toMatch(/has no fields|No fields found/);
  });

  it.each([
    ['balance', 'set', 'amount'],
    ['stampCard', 'set', 'count'],
    ['stampCard', 'add', 'count'],
  ])('%s %s starts without a number', async (resource, operation, name) => {
    const panel = await open({ resource, operation });
    const input = panel.getByTestId(`parameter-input-${name}`).locator('input');
    expect(await input.inputValue()).toBe('');
  });
});

describe('A template', () => {
  it('is chosen from the list, and its fields appear below with their labels', async () => {
    const { page } = browser;
    const workflow = await n8n.owner.importWorkflow(
      issuePassWorkflow(n8n, { templateId: { __rl: true, mode: 'list', value: '' } }),
      { credentials: [n8n.credential] },
    );
    await browser.openNode(workflow, 'Issue Pass');

    const template = page.getByTestId('resource-locator-templateId').getByTestId('rlc-input');
    await template.click();
    await expect(page.getByTestId('ndv').innerText()).resolves.not.toContain('No fields found');
    await page.getByTestId('rlc-item').filter({ hasText: 'Harbor Library Card' }).click();

    const mapper = page.getByTestId('resource-mapper-container');
    await mapper.getByTestId('parameter-input-memberName').waitFor();
    const labels = await mapper.getByTestId('input-label').allInnerTexts();
    expect(labels.map((label) => label.split('\n')[0])).toEqual(
      expect.arrayContaining(['Member number', 'Member', 'Member since', 'Home branch', 'Level']),
    );
    expect(browser.complaints).toEqual([]);

    if (takesPictures()) await takePicture(mapper);
  });

  /** The panel in three parts: the choices, the fields that appear below, and the recipient. */
  async function takePicture(mapper: Locator): Promise<void> {
    const { page } = browser;
    const parameters = page.getByTestId('node-parameters');
    const typed = {
      externalId: 'M-0042',
      email: 'ana@example.com',
      memberNumber: 'M-0042',
      memberName: 'Ana Souza',
      memberSince: '2026',
      homeBranch: 'Harbor',
      membershipLevel: 'Standard',
    };
    for (const [name, text] of Object.entries(typed)) {
      await parameters.getByTestId(`parameter-input-${name}`).getByRole('textbox').fill(text);
    }
    // High enough for the whole panel, with nothing focused or under the mouse.
    await page.setViewportSize({ width: 1280, height: 2000 });
    await page.getByTestId('tab-params').click();
    await page.mouse.move(0, 0);
    const top = page.getByTestId('resource-parameter-input-options-container');
    const input = (name: string) => page.getByTestId(`parameter-input-${name}`);
    const choice = await pictureAround(page, [top, input('externalId')], MARGIN);
    const fields = await pictureAround(page, [mapper], MARGIN);
    const recipient = await pictureAround(page, [input('email'), input('sendToPhone')], {
      ...MARGIN,
      top: MARGIN.top + LABEL_HEIGHT,
    });
    const steps = [
      { area: 'choice', title: 'Choose your template', picture: choice, framed: true },
      { area: 'fields', title: 'Fill out its fields', picture: fields, framed: true },
      { area: 'recipient', title: 'Say who gets it, and how', picture: recipient, framed: true },
    ];
    const grid = `"choice fields" auto "recipient fields" 1fr / 420px 420px`;
    await keepPicture('n8n-node', await compose(page, steps, grid));
  }
});
