import { DateTime } from 'luxon';

import { startSandbox } from '../../sandbox';
import { changePass, expectServerState, issue } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('ticket-check');

/** Scans a code. @returns the page that is shown, with the name of its node */
async function scan(code: string) {
  const run = await recipe.from('Ticket Scan', [{ 'Ticket code': code }]);
  expect(run.error()).toBeUndefined();
  const shown = ['Let In', 'Not Valid', 'Not Checked'].flatMap((node) =>
    run.items(node).map(({ json }) => ({ node, ...json }) as unknown as Page),
  );
  expect(shown).toHaveLength(1);
  return shown[0] as Page;
}
interface Page {
  node: string;
  title: string;
  message: string;
}

const ticket = (externalId: string, more: object = {}) =>
  issue(recipe.sandbox, {
    ...{ template: 'eventTicket', externalId, values: { ticketHolderName: 'Ana Souza' } },
    ...more,
  });
const expectTickets = (eventTicket: Record<string, object>) =>
  expectServerState(recipe.sandbox, { passes: { eventTicket } });

it('has a seeded ticket in its sample, so that it runs with one click in `npm run n8n`', async () => {
  const code = recipe.workflow.pinData['Ticket Scan']?.[0]?.json['Ticket code'];
  const demo = await startSandbox({ seed: 'demo' });
  const tickets = demo.control.passes(demo.templates.eventTicket);
  await demo.close();
  expect(tickets.filter((one) => one.externalId === code)).toMatchObject([{ isValid: true }]);
});

it('lets a ticket in once, and shows since when it is used', async () => {
  await ticket('T-1');
  await ticket('T-2');
  expect(await scan('T-1')).toEqual({ node: 'Let In', title: 'Valid', message: 'Ana Souza T-1' });
  const { updated } = recipe.sandbox.control
    .passes(recipe.sandbox.templates.eventTicket)
    .find(({ externalId }) => externalId === 'T-1') as { updated: number };
  expect(await scan(' T-1\n')).toEqual({
    ...{ node: 'Not Valid', title: 'Already used or voided' },
    message: `Since ${inNewYork(updated)}. T-1`,
  });
  expectTickets({
    'T-1': { isValid: false, invalidatedReason: 'used' },
    'T-2': { isValid: true },
  });
});

const inNewYork = (time: number) =>
  DateTime.fromMillis(time, { zone: 'America/New_York' }).toFormat('h:mm a, MMM d');

it('finds an old ticket of a large event', async () => {
  await ticket('T-1');
  const { control, templates } = recipe.sandbox;
  control.seedPasses(templates.eventTicket, 1_200);
  expect(await scan('T-1')).toMatchObject({ node: 'Let In' });
});

it('refuses a ticket that was refunded or has expired', async () => {
  await ticket('T-1');
  await changePass(recipe.sandbox, {
    template: 'eventTicket',
    externalId: 'T-1',
    change: 'voided',
  });
  await ticket('T-2', { expiresInDays: -1, daysAgo: 2, elsewhere: true });
  expect(await scan('T-1')).toMatchObject({ node: 'Not Valid', title: 'Already used or voided' });
  expect(await scan('T-2')).toMatchObject({ node: 'Not Valid', title: 'Expired' });
});

it('lets nobody in without an answer: an unknown code, and a service that does not respond', async () => {
  await ticket('T-1');
  expect(await scan('T-unknown')).toMatchObject({
    ...{ node: 'Not Checked', message: expect.stringContaining('T-unknown') },
  });
  const { control } = recipe.sandbox;
  control.queueFault({ kind: 'dropBefore', match: { method: 'PATCH' }, count: 10 });
  expect(await scan('T-1')).toMatchObject({ node: 'Not Checked', title: 'Not checked' });
  control.clearFaults();
  expect(await scan('T-1')).toMatchObject({ node: 'Let In' });
});
