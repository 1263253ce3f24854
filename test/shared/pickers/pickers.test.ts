import type { SeedPassesOptions } from '../../../sandbox/index';
import { createClient } from '../../../shared/http/client';
import { pickPasses } from '../../../shared/pickers/passes';
import { pickTemplates } from '../../../shared/pickers/templates';
import { TestClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { scripted } from '../../support/scriptedTransport';
import type { Reply } from '../../support/scriptedTransport';
import { useService } from '../../support/service';

type SeededPass = NonNullable<SeedPassesOptions['values']>;

const service = useService();

function clientOf(...replies: Reply[]) {
  const { transport, sent } = scripted(...replies);
  return {
    sent,
    client: createClient({ baseUrl: 'https://x.example', transport, ports: new TestClock() }),
  };
}

describe('templates', () => {
  it('are shown newest first by name', async () => {
    const { choices, cursor } = await pickTemplates(service.client(), {});
    expect(choices.map(({ label }) => label)).toEqual([
      'Spring Ferry Offer',
      'Night of the Lighthouse Orchestra',
      'Pine Bookshop Gift Card',
      'Tenth Coffee Free',
      'Roastery Rewards',
      'Harbour Library Card',
    ]);
    expect(cursor).toBeUndefined();
  });

  it('are found by a part of the name in any case, or by the whole ID', async () => {
    const labels = async (filter: string) =>
      (await pickTemplates(service.client(), { filter })).choices.map(({ label }) => label);
    expect(await labels(' CARD ')).toEqual(['Pine Bookshop Gift Card', 'Harbour Library Card']);
    expect(await labels(service.sandbox.templates.loyalty)).toEqual(['Roastery Rewards']);
    expect(await labels('nothing like it')).toEqual([]);
  });

  it('trap 96: a search goes on through the pages, and stops after five', async () => {
    const page = (name: string, more: boolean): Reply => ({
      body: {
        data: [{ id: name, name, type: 'offer' }],
        has_more: more,
        next_cursor: more ? name : null,
      },
    });
    const found = clientOf(page('a', true), page('b', true), page('wanted', true));
    expect(await pickTemplates(found.client, { filter: 'want' })).toEqual({
      choices: [{ id: 'wanted', label: 'wanted' }],
      cursor: 'wanted',
    });
    expect(found.sent).toHaveLength(3);

    const endless = clientOf(page('a', true));
    expect(await pickTemplates(endless.client, { filter: 'want' })).toEqual({
      choices: [],
      cursor: 'a',
    });
    expect(endless.sent).toHaveLength(5);
  });

  it('trap 96: has_more without a cursor is the end', async () => {
    const { client } = clientOf({ body: { data: [], has_more: true } });
    expect(await pickTemplates(client, {})).toEqual({ choices: [], cursor: undefined });
  });

  it('trap 23: a key that may not read them is told which scope it lacks', async () => {
    const key = service.sandbox.control.addKey(['passes.create']);
    const failure = await failureOf(pickTemplates(service.client(key), {}));
    expect(failure).toMatchObject({ kind: 'missingScope', scope: 'templates.viewAll' });
  });
});

describe('passes', () => {
  it('are shown with name, contact and external ID, as far as known', async () => {
    const { templates, control } = service.sandbox;
    const rows: SeededPass[] = [
      {},
      { externalId: 'M-2', phone: '+49151' },
      { externalId: 'M-3', email: 'ana@example.com', templateFields: { accountName: 'Ana' } },
    ];
    const [id] = control.seedPasses(templates.loyalty, 3, { each: (i) => rows[i] ?? {} });
    const { choices } = await pickPasses(service.client(), { templateId: templates.loyalty });
    expect(choices.map(({ label }) => label)).toEqual(['Ana · ana@example.com · M-3', 'M-2', id]);
  });

  it('page by page come all once, ties or not, and end', async () => {
    const { templates, control } = service.sandbox;
    const ids = control.seedPasses(templates.offer, 130, { perInstant: 7 });
    const client = service.client();
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await pickPasses(client, { templateId: templates.offer, cursor });
      seen.push(...page.choices.map(({ id }) => id));
      cursor = page.cursor;
      pages += 1;
    } while (cursor !== undefined && pages < 20);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(pages).toBeLessThanOrEqual(4);
  });

  it('are found by whole email or phone', async () => {
    const { templates, control } = service.sandbox;
    control.seedPasses(templates.offer, 5, { emailPrefix: 'guest+' });
    const find = async (filter: string) =>
      (await pickPasses(service.client(), { templateId: templates.offer, filter })).choices;
    expect(await find(' Guest+3@Example.com ')).toHaveLength(1);
    expect(await find('guest')).toHaveLength(0);
  });

  it('without a template are the newest of all', async () => {
    const { templates, control } = service.sandbox;
    const [a] = control.seedPasses(templates.offer, 1, { from: 1000 });
    const [b] = control.seedPasses(templates.loyalty, 1, { from: 2000 });
    const { choices } = await pickPasses(service.client(), {});
    expect(choices.map(({ id }) => id)).toEqual([b, a]);
  });
});
