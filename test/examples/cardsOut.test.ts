import { changePass, expectServerState, issue } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('cards-out');

/** The lines of the message, by name of the template. */
async function weeklyMessage(): Promise<Record<string, string>> {
  const outputOf = await recipe.from('Every Monday', [{}]);
  const messages = outputOf('Weekly Message');
  expect(messages).toHaveLength(1);
  const { message } = messages[0] as { message: string };
  const lines = message.split('\n');
  return Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
}

const NONE = '0 valid, 0 of them on a phone; 0 voided or expired';

test('The weekly message has a line for every template, also before anyone has a card', async () => {
  expect(Object.values(await weeklyMessage())).toEqual(Array.from({ length: 6 }, () => NONE));
});

test('The weekly message counts each template on its own, and changes nothing', async () => {
  for (const externalId of ['L-1', 'L-2', 'L-3'])
    await issue(recipe.sandbox, { template: 'generic', externalId, onPhone: externalId !== 'L-1' });
  await changePass(recipe.sandbox, { template: 'generic', externalId: 'L-2', change: 'voided' });
  await issue(recipe.sandbox, { template: 'giftCard', externalId: 'G-1' });
  const { 'Harbor Library Card': library, ...rest } = await weeklyMessage();
  expect(library).toBe('2 valid, 1 of them on a phone; 1 voided or expired');
  expect(Object.values(rest).sort()).toEqual([
    ...Array.from({ length: 4 }, () => NONE),
    '1 valid, 0 of them on a phone; 0 voided or expired',
  ]);
  expectServerState(recipe.sandbox, {
    passes: { generic: { 'L-1': {}, 'L-2': {}, 'L-3': {} }, giftCard: { 'G-1': {} } },
  });
});
