import { DateTime } from 'luxon';

import { startSandbox } from '../../sandbox';
import { changePass, expectServerState, issue, type IssuedBefore } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('ticket-check');

/** Scans a code. @returns the page that is shown, with the name of its node */
async function scan(code: string) {
  const outputOf = await recipe.from('Ticket Scan', [{ 'Ticket code': code }]);
  const shown = ['Let In', 'Not Valid', 'Not Checked'].flatMap((node) =>
    outputOf(node).map((page) => ({ node, ...page })),
  );
  expect(shown).toHaveLength(1);
  return shown[0];
}

const ticket = (externalId: string, settings: Partial<IssuedBefore> = {}) =>
  issue(recipe.sandbox, {
    ...{ template: 'eventTicket', externalId, values: { ticketHolderName: 'Ana Souza' } },
    ...settings,
  });
const expectTickets = (eventTicket: Record<string, object>) =>
  expectServerState(recipe.sandbox, { passes: { eventTicket } });

test('The sample ticket is in the demo data, so that `npm run n8n` runs the workflow with one click', async () => {
  const code = recipe.workflow.pinData['Ticket Scan']?.[0]?.json['Ticket code'];
  const demo = await startSandbox({ seed: 'demo' });
  const tickets = demo.control.passes(demo.templates.eventTicket);
  await demo.close();
  expect(tickets.filter((seeded) => seeded.externalId === code)).toMatchObject([{ isValid: true }]);
});

test('A ticket is let in once, and then shown with the time of its use', async () => {
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

test('An old ticket of a large event is found', async () => {
  await ticket('T-1');
  const { control, templates } = recipe.sandbox;
  control.seedPasses(templates.eventTicket, 1_200);
  expect(await scan('T-1')).toMatchObject({ node: 'Let In' });
});

test('A ticket that was refunded or has expired is refused', async () => {
  await ticket('T-1');
  const refunded = { template: 'eventTicket', externalId: 'T-1', change: 'voided' } as const;
  await changePass(recipe.sandbox, refunded);
  await ticket('T-2', { expiresInDays: -1, daysAgo: 2, elsewhere: true });
  expect(await scan('T-1')).toMatchObject({ node: 'Not Valid', title: 'Already used or voided' });
  expect(await scan('T-2')).toMatchObject({ node: 'Not Valid', title: 'Expired' });
});

test('An unknown code, or a service that does not respond, lets nobody in', async () => {
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
