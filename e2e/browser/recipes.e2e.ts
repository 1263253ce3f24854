import path from 'node:path';

import { EXAMPLES } from '../../examples/catalog';
import type { SeedTemplate } from '../../sandbox/seed/templates';
import type { Execution } from '../n8n/execution';
import { APPS } from '../n8n/exampleOnServer';
import type { SavedWorkflow } from '../n8n/owner';
import { useN8nServer } from '../n8n/useN8nServer';
import { eventually, ROOT } from '../support/tools';
import { useBrowser } from './useBrowser';

// With the passes of `npm run n8n`: a polling trigger takes its sample event from them.
const n8n = useN8nServer({}, { seed: 'demo' });
const browser = useBrowser(n8n);

/** A click on the Execute workflow button of a trigger. */
interface Click {
  trigger: string;
  /** The last nodes that run, with their number of items. */
  ends: Record<string, number>;
  /** Heading of a page that opens automatically. */
  opens?: string;
  /** Items on the first output of nodes; compared by the given keys. */
  outputs?: Record<string, object[]>;
  /** Passes in the service afterwards, by external ID; compared by the given keys. */
  passes?: Partial<Record<SeedTemplate, Record<string, object>>>;
}

/** What a test reads of an element on the page. */
interface Measured {
  scrollHeight: number;
  clientHeight: number;
  textContent: string;
}

/** In the order in which a person clicks. */
const CLICKS: Record<string, Click[]> = {
  'form-to-pass': [
    {
      trigger: 'Sign-Up Form',
      ends: { 'Show the Link': 1 },
      opens: 'Your card is ready',
      passes: { generic: { 'F-7FD726011AA0': { customFields: { memberName: 'Ana Souza' } } } },
    },
  ],
  'crm-to-pass': [
    {
      trigger: 'Every Hour',
      ends: { 'Write Link Back': 3, 'Write Reason Back': 1 },
      passes: { generic: { 'crm-1001': {}, 'crm-1002': {}, 'crm-1003': {} } },
    },
  ],
  'hubspot-to-pass': [
    {
      trigger: 'Every Hour',
      ends: { 'Write Link to HubSpot': 2, 'Card Not Issued': 1 },
      passes: { generic: { 'hubspot-30101': {}, 'hubspot-30102': {} } },
    },
  ],
  'card-import': [
    // The pinned file asks for a preview.
    { trigger: 'Import Form', ends: { Imported: 3, 'Not Imported': 1 } },
  ],
  'keep-list': [
    {
      trigger: 'Sync Now',
      ends: { 'Ask for Approval': 1 },
      outputs: {
        'Sync Cards': [
          { externalId: 'gym-2001', outcome: 'created' },
          { externalId: 'gym-2002', outcome: 'updated' },
          { externalId: 'gym-2003', outcome: 'unchanged' },
          { externalId: 'gym-2004', outcome: 'reactivated' },
          { externalId: 'gym-1999', outcome: 'notInList' },
        ],
      },
      passes: {
        generic: {
          'gym-2001': { isValid: true },
          'gym-2002': { customFields: { membershipLevel: 'Friend' } },
          'gym-2003': { isValid: true },
          'gym-2004': { isValid: true },
          'gym-1999': { isValid: true },
        },
      },
    },
    { trigger: 'Every Night', ends: { 'Ask for Approval': 1 } },
    {
      trigger: 'Approval Form',
      ends: { 'Not in the List': 0 },
      passes: { generic: { 'gym-2004': { isValid: true }, 'gym-1999': { isValid: false } } },
    },
  ],
  'purchase-to-stamp': [
    {
      trigger: 'New Purchase',
      ends: { 'Respond: Stamps': 1 },
      passes: { stampCard: { 'C-1042': { collectedStamps: 3 } } },
    },
    {
      trigger: 'Purchase Refunded',
      ends: { 'Respond: Stamps': 1 },
      passes: { stampCard: { 'C-1042': { collectedStamps: 0 } } },
    },
  ],
  'purchase-to-points': [
    {
      trigger: 'New Order',
      ends: { 'Respond: Done': 1 },
      // A seeded card with 100 points.
      outputs: { 'Add Points': [{ externalId: 'HP-000106', pointsBalance: 118 }] },
    },
    {
      trigger: 'Order Refunded',
      ends: { 'Respond: Done': 1 },
      outputs: { 'Subtract Points': [{ externalId: 'HP-000106', pointsBalance: 100 }] },
    },
  ],
  'gift-card': [
    {
      trigger: 'Ordered or Topped Up',
      ends: { 'Respond: Done': 1 },
      passes: { giftCard: { '006100000042': { templateFields: { balance: 50 } } } },
    },
    {
      trigger: 'Card Used',
      ends: { 'Respond: Done': 1 },
      passes: { giftCard: { '006100000042': { templateFields: { balance: 30 } } } },
    },
  ],
  'event-tickets': [
    {
      trigger: 'Order Completed',
      ends: { 'Ticket Issued': 2, 'Ticket Not Issued': 1 },
      passes: { eventTicket: { 'T-7001-1': { isValid: true }, 'T-7001-2': { isValid: true } } },
    },
    {
      trigger: 'Tickets Canceled',
      ends: { 'Ticket Voided': 1, 'Ticket Not Voided': 1 },
      passes: { eventTicket: { 'T-7001-1': { isValid: true }, 'T-7001-2': { isValid: false } } },
    },
  ],
  'ticket-check': [
    {
      trigger: 'Ticket Scan',
      ends: { 'Let In': 1 },
      opens: 'Valid',
      passes: { eventTicket: { 'HP-000300': { isValid: false, invalidatedReason: 'used' } } },
    },
  ],
  'shopify-to-pass': [
    {
      trigger: 'Order Paid',
      ends: { 'Card Issued': 1 },
      passes: { generic: { 'shopify-5940139491234': { isValid: true } } },
    },
    {
      trigger: 'Order Refunded',
      ends: { 'Card Voided': 1 },
      passes: { generic: { 'shopify-5940139491234': { isValid: false } } },
    },
  ],
  'membership-renewal': [
    {
      trigger: 'Membership Renewed',
      ends: { 'Respond: Renewed': 1 },
      passes: {
        generic: {
          'HP-000006': {
            templateFields: { validUntil: '2032-01-01T04:59:59.999Z', memberUntil: '2031-12-31' },
          },
        },
      },
    },
    { trigger: 'Ends Soon', ends: { 'Not Delivered': 0 } },
  ],
  'renewal-notice': [{ trigger: 'Renews Soon', ends: { 'Not Delivered': 0 } }],
  'birthday-points': [{ trigger: 'Birthday', ends: { 'Wish on the Card': 3 } }],
  // The first click finds no card with 500 points: the example is of no card.
  'points-to-gold': [{ trigger: '500 Points', ends: { Problem: 1 } }],
  'add-reminder': [{ trigger: 'Not Added', ends: { 'Send the Link Again': 3 } }],
  'win-back': [{ trigger: 'Not Used', ends: { 'Not Delivered': 0 } }],
  'employee-badge': [
    { trigger: 'Person Joins', ends: { Invite: 1 } },
    // It cancels the invite of the first click.
    { trigger: 'Person Leaves', ends: { 'Remove Holder': 1, 'Report: Card Not Voided': 1 } },
  ],
  'pass-to-crm': [
    { trigger: 'New Pass', ends: { 'Create or Update Contact': 3 } },
    { trigger: 'Added to Wallet', ends: { 'Update Contact': 3 } },
    // A test cannot see which passes were in a wallet before: it outputs the example.
    { trigger: 'Removed From Wallet', ends: { 'Update Contact': 1 } },
    { trigger: 'Voided', ends: { 'Update Contact': 3 } },
  ],
  'nightly-export': [{ trigger: 'Every Night', ends: { 'Store the File': 6 } }],
  'pass-report': [
    {
      trigger: 'Every Monday',
      // Three sample contacts have the cards of the recipes crm-to-pass and keep-list; the seeded ones are of others.
      ends: { 'No Pass': 1, 'Several Passes': 3, 'Pass Without Contact': 55 },
    },
  ],
  'cards-out': [{ trigger: 'Every Monday', ends: { 'Weekly Message': 1 } }],
  'everything-about-one-person': [{ trigger: 'Person Asks', ends: { 'Store the File': 1 } }],
};

const nodeOnCanvas = (name: string) =>
  browser.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Clicks the button beside the trigger and waits until the execution has ended. */
async function execute(workflow: SavedWorkflow, trigger: string): Promise<Execution> {
  const { length: before } = await n8n.owner.endedExecutions(workflow);
  await nodeOnCanvas(trigger).hover();
  await browser.page.getByTestId(`execute-workflow-button-${trigger}`).click();
  return await eventually(`"${workflow.name}" has run`, async () => {
    const executions = await n8n.owner.executions(workflow);
    return executions[before];
  });
}

function endsOf(execution: Execution): Record<string, number> {
  const { runData } = execution.data.resultData;
  const runs = Object.values(runData).flat();
  const followed = runs.flatMap(({ source }) => source.map((node) => node?.previousNode));
  const ends = Object.keys(runData).filter((name) => !followed.includes(name));
  return Object.fromEntries(ends.map((name) => [name, execution.items(name).length]));
}

describe.each(EXAMPLES)('The example $name in the editor', ({ name }) => {
  let workflow: SavedWorkflow;
  beforeAll(async () => {
    workflow = await n8n.owner.importWorkflow(path.join(ROOT, `examples/n8n/${name}.json`), {
      credentials: [n8n.credential],
    });
    await browser.page.goto(`/workflow/${workflow.id}`);
  });

  it('shows its notes whole', async () => {
    const note = '[data-test-id="sticky"]';
    await browser.page.locator(note).first().waitFor();
    const cut = await browser.page
      .locator(`${note}, ${note} *`)
      .evaluateAll((elements: Measured[]) =>
        elements
          .filter(
            ({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });

  const [first, ...others] = CLICKS[name] ?? [];
  if (others.length > 0) {
    it('starts its first half with the Execute workflow button', async () => {
      const button = browser.page.getByTestId('execute-workflow-button');
      await button.getByText(`from ${first?.trigger}`).waitFor();
    });
  }

  it.each(CLICKS[name] ?? [])(
    'runs with one click on $trigger and ends green',
    async ({ trigger, ends, opens, outputs = {}, passes = {} }) => {
      const { page } = browser;
      await nodeOnCanvas(trigger).waitFor();
      await page.getByTestId('zoom-to-fit').click();
      const popup = opens !== undefined && page.waitForEvent('popup');
      const execution = await execute(workflow, trigger);
      if (popup) {
        const opened = await popup;
        await opened.getByRole('heading', { name: opens }).waitFor();
        await opened.close();
      }

      for (const node of Object.keys(execution.data.resultData.runData)) {
        const isOfApp = workflow.nodes.some(
          ({ name, type }) => name === node && APPS.includes(type),
        );
        // Such a node shows that its credential is to be chosen, not its pin.
        const green = page.getByTestId(
          isOfApp ? /^node-(issues|setup-required)$/ : /^canvas-node-status-(success|pinned)$/,
        );
        await nodeOnCanvas(node).locator(green).waitFor();
      }
      expect(endsOf(execution)).toEqual(ends);
      for (const [node, items] of Object.entries(outputs)) {
        expect(execution.items(node).map(({ json }) => json)).toMatchObject(items);
      }
      for (const [template, expected] of Object.entries(passes)) {
        const found = n8n.sandbox.control.passes(n8n.sandbox.templates[template as SeedTemplate]);
        const byExternalId = Object.fromEntries(found.map((pass) => [pass.externalId, pass]));
        expect(byExternalId).toMatchObject(expected);
      }
    },
  );
});
