import workflow from '../../examples/n8n/keep-list.json';
import { sync } from '../../shared/operations/pass/sync';
import { useCore } from '../support/core';

/** The sample list and the sandbox of `npm run n8n`: the first run shows everything that can happen to a card. */
const core = useCore({ checks: true, seed: 'demo' });

interface Member {
  memberNumber: string;
  name: string;
  email: string;
  level: string;
}

const parametersOf = (name: string) =>
  workflow.nodes.find((node) => node.name === name)?.parameters as Record<string, unknown>;
const { members } = JSON.parse(String(parametersOf('Members').jsonOutput)) as { members: Member[] };
const settings = parametersOf('Sync Cards').options as object;

const syncCards = async (options: object) => {
  const templateId = core.sandbox.templates.generic;
  const items = members.map(({ memberNumber, name, email, level }) => ({
    ...{ templateId, externalId: `gym-${memberNumber}`, email },
    ...{ sendToEmail: 'doNotSend', sendToPhone: 'doNotSend' },
    fieldValues: { memberNumber, memberName: name, membershipLevel: level },
    ...{ ...settings, ...options },
  }));
  const { out, listResults, sent } = await core.run(sync, items);
  const outcomes = [...out, ...listResults].map(({ externalId, outcome }) => [externalId, outcome]);
  return { outcomes: Object.fromEntries(outcomes) as Record<string, string>, sent };
};

test('The sample list has one member for each outcome of Sync List', async () => {
  const { outcomes, sent } = await syncCards({ missing: 'list' });
  expect(outcomes).toEqual({
    'gym-2001': 'created',
    'gym-2002': 'updated',
    'gym-2003': 'unchanged',
    'gym-2004': 'reactivated',
    'gym-1999': 'notInList',
  });
  expect(sent.filter((request) => !request.startsWith('GET')).sort()).toEqual([
    'PATCH /pass',
    'PATCH /pass',
    'POST /pass',
  ]);
});

test('The workflow voids the card of the member who left as soon as one is approved', async () => {
  const [{ json: approval } = { json: {} }] = workflow.pinData['Approval Form'];
  const maxVoid = String((approval as Record<string, unknown>)['How many']);
  const { outcomes } = await syncCards({ missing: 'void', confirmVoid: true, maxVoid });
  expect(outcomes).toMatchObject({ 'gym-2003': 'unchanged', 'gym-1999': 'voided' });
});
