import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { EXAMPLES_DIR, readPageText, scopesOfPage } from '../../scripts/docs/exampleScopes';
import { ZAPIER_EXAMPLES } from '../../examples/catalog';
import { type ZapierEngine, startZapierEngine } from '../engines/zapierEngine';
import { useService } from '../support/service';
import { APP_PATH, failureOf } from '../zapier/harness';
import {
  addBadge,
  changePass,
  expectServerState,
  inviteToOtherBadge,
  issue,
  type IssuedBefore,
  type ServerState,
} from './serverState';
import { AppByLabel, type StepOutputs } from './zapierApp';
import { type PageStep, type Zap, readPage } from '../../scripts/docs/zapierPage';

/** Bold terms of Zapier itself or of the reader; all others must be in the app. */
const ZAPIERS_OWN = [
  "Create Wallet Pass Card if it doesn't exist yet?",
  'Custom',
  'Delay After Queue',
  'Delay by Zapier',
  'Formatter by Zapier',
  'Looping by Zapier',
  'No',
  'Paths by Zapier',
  'Should this step be considered a "success" if nothing is found?',
  'Storage by Zapier',
  'Time Delayed For',
  'Wallet Pass',
  'Yes',
];

/** Time zone of the Zaps. */
const ZONE = 'Europe/Berlin';

const service = useService();
let engine: ZapierEngine;
let app: AppByLabel;

/** The app with the connection of a key. */
const connected = (apiKey: string) =>
  startZapierEngine({
    ...{ appPath: APP_PATH, timezone: ZONE },
    authData: { baseUrl: service.sandbox.baseUrl, apiKey },
  });

beforeAll(async () => {
  engine = await connected(service.sandbox.keys['Full access']);
  app = await AppByLabel.open(engine);
});
afterAll(() => engine.close());
beforeEach(() => {
  // The core also writes an app's logs to this process's console.
  jest.spyOn(console, 'log').mockImplementation();
});

test('Every example for Zapier has a page, and no other page is there', () => {
  const pages = readdirSync(path.join(EXAMPLES_DIR, 'zapier')).sort();
  expect(pages).toEqual(ZAPIER_EXAMPLES.map(({ name }) => `${name}.md`).sort());
});

test('The page docs/zapier.md names nothing that the app does not have', async () => {
  const guide = readPage(readFileSync(path.join(EXAMPLES_DIR, '../docs/zapier.md'), 'utf8'));
  expect(guide.named.length).toBeGreaterThan(20);
  const connection = ['API Key', 'Base URL'];
  const dynamic = ['Field Values'];
  const known = [...ZAPIERS_OWN, ...connection, ...dynamic];
  expect(await app.findings(guide, known)).toEqual([]);
});

describe.each(ZAPIER_EXAMPLES)('examples/zapier/$name.md', ({ name }) => {
  const page = readPage(readPageText(name));

  test('The page mentions only terms of the app', async () => {
    expect(page.zaps.flatMap(({ steps }) => steps)).not.toEqual([]);
    expect(await app.findings(page, ZAPIERS_OWN)).toEqual([]);
  });

  test('The page sets switches to Yes or No, as Zapier shows them', () => {
    expect(readPageText(name)).not.toMatch(/\bturn (on|off) \*\*/i);
  });

  test('The page names a pass in one way, so that runs for it wait for each other', () => {
    const fields = page.zaps.flatMap(({ steps }) => steps.flatMap(({ rows }) => rows));
    const ways = fields.filter(({ field }) => field === 'Pass' || field === 'External ID');
    expect(new Set(ways.map(({ field }) => field)).size).toBeLessThanOrEqual(1);
  });

  test('The page leads to the expected state with its test data, also when it runs again', async () => {
    const scenario = SCENARIOS[name];
    if (!scenario) throw new Error(`No scenario for ${name}`);
    const { control, badges } = service.sandbox;
    // A second badge to choose: dropdowns list published ones only.
    control.publishBadge(badges.unpublished);
    // With only the scopes in the index.
    const narrow = await connected(control.addKey(scopesOfPage(readPageText(name))));
    const reader = (await AppByLabel.open(engine)).connected(narrow);
    await scenario((number) => {
      const zap = page.zaps[number - 1];
      if (!zap) throw new Error(`The page has no Zap ${number}`);
      return new Run(reader, zap);
    });
    await narrow.close();
  });
});

/** A Zap that is run step by step, as described on its page. */
class Run {
  constructor(
    private readonly reader: AppByLabel,
    private readonly zap: Zap,
  ) {}

  /** A run from the first step, with its result (by default the test data of the page). */
  start(first: StepOutputs = {}) {
    const given: Record<number, StepOutputs> = { 1: { ...this.zap.testData, ...first } };
    return {
      given,
      /**
       * Runs the step with this number.
       * @param other its label if two share the number, or other choices than those of the page, by field
       */
      step: async (
        number: number,
        other: string | Record<string, string> = {},
      ): Promise<StepOutputs | undefined> => {
        const [label, chosen] = typeof other === 'string' ? [other, {}] : [undefined, other];
        const step = this.zap.steps.find(
          (candidate) =>
            candidate.number === number && (label === undefined || candidate.label === label),
        );
        if (!step) throw new Error(`No step ${number}`);
        const [result] = await this.reader.perform(withChoices(step, chosen), given);
        if (result) given[number] = result;
        return result;
      },
    };
  }

  /** The current results of the first step, one of our triggers. */
  async poll(): Promise<StepOutputs[]> {
    const [step] = this.zap.steps;
    if (step?.number !== 1) throw new Error('Does not start with a trigger of the app');
    return await this.reader.perform(step, {});
  }
}

/** The step with other choices in some of its fields. */
function withChoices(step: PageStep, chosen: Record<string, string>): PageStep {
  const rows = step.rows.map((row) => {
    const text = chosen[row.field];
    return text === undefined ? row : { ...row, value: [{ kind: 'choice' as const, text }] };
  });
  return { ...step, rows };
}

/** `run` leads to this state, and so does its repetition. */
async function twice(
  serverState: ServerState,
  run: (again: boolean) => Promise<void>,
): Promise<void> {
  for (const again of [false, true]) {
    await run(again);
    expectServerState(service.sandbox, serverState);
  }
}

/** A pass that exists before the Zaps run, of a person with an email. */
const issued = (
  template: IssuedBefore['template'],
  externalId: string,
  details: Partial<IssuedBefore> = {},
) => {
  const email = `${externalId.toLowerCase()}@example.com`;
  return issue(service.sandbox, { template, externalId, email, ...details });
};

/** Runs the Zaps of a page, numbered from 1. */
type Scenario = (zap: (number: number) => Run) => Promise<void>;

const SCENARIOS: Record<string, Scenario> = {
  async 'form-to-pass'(zap) {
    const passes = { generic: { 'form-R-1001': { customFields: { memberName: 'Ana Souza' } } } };
    const serverState: ServerState = { passes, emails: ['ana.souza@example.com'] };
    const respond = async (first?: StepOutputs) => {
      const run = zap(1).start(first);
      const found = await run.step(2, 'Find Pass');
      const { 'Pass Link': link } = found ?? (await run.step(2, 'Issue Pass')) ?? {};
      expect(link).toMatch(/^http/);
    };
    await twice(serverState, () => respond());
    // The same person again.
    await twice(serverState, () => respond({ 'Response ID': 'R-1002' }));
  },

  async 'crm-to-pass'(zap) {
    const sync = async (level: string) => {
      const run = zap(1).start({ Level: level });
      expect(await run.step(2)).toMatchObject({ 'Pass Link': expect.stringMatching(/^http/) });
    };
    const serverState = (level: string): ServerState => ({
      passes: { generic: { 'crm-1001': { customFields: { membershipLevel: level } } } },
      emails: ['ana.souza@example.com'],
    });
    await twice(serverState('Patron'), () => sync('Patron'));
    await twice(serverState('Friend'), () => sync('Friend'));
  },

  async 'card-import'(zap) {
    const row = {
      'Card number': '000731',
      Name: 'Ana Souza',
      Email: 'ana.souza@example.com',
      Points: '120',
      Barcode: '2000000000015',
    };
    const importRow = async (other?: Record<string, string>) => {
      const run = zap(1).start();
      run.given[3] = row;
      return await run.step(4, other);
    };
    await twice({}, async () => {
      expect(await importRow()).toMatchObject({ Preview: true, 'Expected Outcome': 'created' });
    });
    const templateFields = { accountName: 'Ana Souza', accountId: '000731', balance: '120' };
    await twice(
      {
        passes: { loyalty: { '000731': { redemptionValue: '2000000000015', templateFields } } },
        emails: ['ana.souza@example.com'],
      },
      async (again) => {
        const outcome = again ? 'existing' : 'created';
        expect(await importRow({ 'Preview Only': 'No' })).toMatchObject({ Outcome: outcome });
      },
    );
  },

  async 'purchase-to-stamp'(zap) {
    const order = async (number: string, drinks: string) => {
      const run = zap(1).start({ 'Order number': number, Drinks: drinks });
      await run.step(2);
      const stamped = await run.step(3);
      if (stamped?.['Is Complete'] !== true) return;
      await run.step(5);
      await run.step(6);
    };
    const email = 'ana@example.com';
    await twice(
      { passes: { stampCard: { 'C-1042': { collectedStamps: 3 } } }, emails: [email] },
      () => order('R-20417', '3'),
    );
    await twice(
      {
        passes: {
          stampCard: { 'C-1042': { collectedStamps: 0, totalCollected: 10 } },
          offer: { 'C-1042-reward-10': { redemptionValue: '2000000000015' } },
        },
        emails: [email, email],
      },
      () => order('R-20533', '7'),
    );
    const refund = (first?: StepOutputs) => zap(2).start(first).step(2);
    const stamped = (collectedStamps: number): ServerState => ({
      passes: {
        stampCard: { 'C-1042': { collectedStamps } },
        offer: { 'C-1042-reward-10': { isValid: true } },
      },
      emails: [email, email],
    });
    await twice(stamped(4), () => order('R-20610', '4'));
    await twice(stamped(1), async () => void (await refund()));
    await twice(stamped(0), async () => void (await refund({ 'Refund number': 'RF-20610' })));
  },

  async 'purchase-to-points'(zap) {
    const [ana, mei] = ['ana@example.com', 'mei@example.com'];
    await issued('loyalty', 'RR-5001', { email: ana, values: { balance: '100' } });
    await issued('loyalty', 'RR-5002', { email: mei, values: { balance: '5' } });
    const storage = new Set<unknown>();
    const run = async (number: number, points: string, first: StepOutputs = {}) => {
      const { given, step } = zap(number).start(first);
      if (!(await step(2))) return 'no card';
      const id = given[1]?.['Order number'] ?? given[1]?.['Refund number'];
      if (storage.has(id)) return 'repeated';
      storage.add(id);
      given[5] = { Output: points };
      return await step(6);
    };
    const balances = (...amounts: unknown[]): ServerState => {
      const cards = amounts.map((balance, i) => [
        `RR-500${i + 1}`,
        { templateFields: { balance } },
      ]);
      return { passes: { loyalty: Object.fromEntries(cards) as Record<string, object> } };
    };
    const countsOnce = (state: ServerState, move: () => Promise<unknown>, expected: object) =>
      twice(state, async (again) => {
        const result = await move();
        if (again) expect(result).toBe('repeated');
        else expect(result).toMatchObject(expected);
      });
    const added = { Balance: 118, 'Amount Applied': 18 };
    await countsOnce(balances(118, '5'), () => run(1, '18'), added);
    await countsOnce(balances(100, '5'), () => run(2, '18'), { Balance: 100 });
    const larger = { 'Refund number': 'RF-2', Email: mei };
    const stoppedAtZero = { Balance: 0, 'Stopped at Zero': true };
    await countsOnce(balances(100, 0), () => run(2, '30', larger), stoppedAtZero);
    const nobody = { 'Order number': 'R-3', Email: 'noah@example.com' };
    await twice(balances(100, 0), async () => expect(await run(1, '20', nobody)).toBe('no card'));
    // A family that shares an address.
    await issued('loyalty', 'RR-5003', { email: mei, values: { balance: '1' } });
    const family = { 'Order number': 'R-4', Email: mei };
    const stopped = await failureOf(run(1, '20', family) as Promise<unknown>);
    expect(stopped.name).toBe('HaltedError');
    expect(stopped.message).toMatch(/finds 2 passes of .*RR-5003 .*RR-5002 /);
    expectServerState(service.sandbox, balances(100, 0, '1'));
  },

  async 'gift-card'(zap) {
    const [ordered, used] = [zap(1), zap(2)];
    const stored = new Set<string>();
    const isNew = (order: unknown) => {
      const before = stored.has(String(order));
      stored.add(String(order));
      return !before;
    };
    const serverState = (balance: number): ServerState => ({
      passes: { giftCard: { '006100000042': { templateFields: { balance } } } },
      emails: ['mei@example.com'],
    });
    await twice(serverState(50), async (again) => {
      const run = ordered.start();
      await run.step(2);
      expect(isNew(run.given[1]?.['Order ID'])).toBe(!again);
      if (!again) expect(await run.step(5)).toMatchObject({ Balance: 50 });
    });
    await twice(serverState(30), async (again) => {
      const run = used.start();
      expect(isNew(run.given[1]?.['Order ID'])).toBe(!again);
      if (!again) expect(await run.step(4)).toMatchObject({ Balance: 30 });
    });
    await twice(serverState(30), async () => {
      const tooMuch = used.start({ 'Order ID': 'ORD-9004', Amount: '31' });
      const declined = await failureOf(tooMuch.step(4));
      expect(declined.name).toBe('HaltedError');
      expect(declined.message).toContain(
        "'Amount' is more than the balance: 31 is requested, 30 is left",
      );
      const unknown = used.start({ 'Order ID': 'ORD-9005', 'Card number': '006199999999' });
      expect((await failureOf(unknown.step(4))).message).toContain('Pass not found');
    });
  },

  async 'event-tickets'(zap) {
    const [ordered, canceled] = [zap(1), zap(2)];
    const emails = ['ana@example.com'];
    const templateFields = { seat: '11', validUntil: '2035-12-13T04:30:00.000Z' };
    const passes = { eventTicket: { 'T-7001-1': { isValid: true, templateFields } } };
    await twice({ passes, emails }, async () => void (await ordered.start().step(2)));
    const voided = { isValid: false, invalidatedReason: 'refunded' };
    await twice({ passes: { eventTicket: { 'T-7001-1': voided } }, emails }, async () => {
      await canceled.start().step(2);
      await ordered.start().step(2);
    });
  },

  async 'membership-renewal'(zap) {
    const [renew, remind] = [zap(1), zap(2)];
    await issued('generic', 'L-1001', { expiresInDays: 10, onPhone: true });
    await issued('generic', 'L-1002', { expiresInDays: 100, onPhone: true });
    const due = await remind.poll();
    expect(due.map(({ Email }) => Email)).toEqual(['l-1001@example.com']);
    const date = String(due[0]?.['Valid Until']).slice(0, 10);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const shown = { memberUntil: '2031-12-31' };
    const passes = (validUntil?: string): ServerState['passes'] => ({
      generic: {
        'L-1001': validUntil
          ? { templateFields: { validUntil, ...shown }, customFields: shown }
          : {},
        'L-1002': {},
      },
    });
    await twice({ passes: passes(), notifications: 1 }, async (again) => {
      const run = remind.start(due[0]);
      run.given[2] = { Output: date };
      const notified = await run.step(3);
      expect(notified).toMatchObject({ 'Delivered to a Wallet': !again });
    });
    await twice(
      { passes: passes('2031-12-31T22:59:59.999Z'), notifications: 1 },
      async () => void (await renew.start().step(2)),
    );
  },

  async 'renewal-notice'(zap) {
    const until = (days: number) => ({ memberUntil: { days, zone: ZONE } });
    await issued('generic', 'L-1001', { dates: until(14), onPhone: true });
    await issued('generic', 'L-1002', { dates: until(100), onPhone: true });
    await issued('generic', 'L-1003', { dates: until(14) });
    const passes = { generic: { 'L-1001': {}, 'L-1002': {}, 'L-1003': {} } };
    await twice({ passes, notifications: 1 }, async (again) => {
      const byEmail: unknown[] = [];
      for (const event of await zap(1).poll()) {
        const run = zap(1).start(event);
        run.given[3] = { Output: event.Date };
        const notified = await run.step(4);
        if (notified?.['Delivered to a Wallet'] === false) byEmail.push(event.Email);
      }
      const everybody = ['l-1001@example.com', 'l-1003@example.com'];
      expect(byEmail.sort()).toEqual(again ? everybody : ['l-1003@example.com']);
    });
  },

  async 'birthday-points'(zap) {
    for (const [externalId, days] of [
      ['RR-3001', 0],
      ['RR-3002', 40],
    ] as const) {
      const dates = { birthday: { years: -28, days, zone: ZONE } };
      await issued('loyalty', externalId, { dates, onPhone: true });
    }
    const passes = { loyalty: { 'RR-3001': { templateFields: { balance: 10 } }, 'RR-3002': {} } };
    const [birthday, ...rest] = await zap(1).poll();
    expect(rest).toEqual([]);
    const year = String(birthday?.Date).slice(0, 4);
    const storage = new Map<string, number>();
    await twice({ passes, notifications: 1 }, async (again) => {
      const run = zap(1).start(birthday);
      run.given[3] = { Output: year };
      const key = `bd-${String(birthday?.['Pass ID'])}-${year}`;
      storage.set(key, (storage.get(key) ?? 0) + 1);
      expect(storage.get(key) === 1).toBe(!again);
      if (again) return;
      expect(await run.step(6)).toMatchObject({ Balance: 10 });
      expect(await run.step(7)).toMatchObject({ 'Delivered to a Wallet': true });
    });
  },

  async 'points-to-gold'(zap) {
    for (const [externalId, balance] of [
      ['RR-4001', '500'],
      ['RR-4002', '499.5'],
    ] as const) {
      const values = { accountName: 'Ana Souza', balance, rewards: 'Silver' };
      await issued('loyalty', externalId, { values, onPhone: true });
    }
    const level = (rewards: string) => ({ templateFields: { rewards } });
    const passes = { loyalty: { 'RR-4001': level('Gold'), 'RR-4002': level('Silver') } };
    await twice({ passes, notifications: 1 }, async (again) => {
      const [event, ...rest] = await zap(1).poll();
      expect(rest).toEqual([]);
      expect(event).toMatchObject({ 'Reached Value': '500', Email: 'rr-4001@example.com' });
      // Zapier starts a Zap once for each event.
      if (again) return;
      const run = zap(1).start(event);
      expect(await run.step(2)).toMatchObject({ 'External ID': 'RR-4001' });
      expect(await run.step(3)).toMatchObject({ 'Delivered to a Wallet': true });
    });
  },

  async 'add-reminder'(zap) {
    await issued('generic', 'L-1001', { daysAgo: 4 });
    await issued('generic', 'L-1002', { daysAgo: 4, onPhone: true });
    await issued('generic', 'L-1003', { daysAgo: 2 });
    const passes = { generic: { 'L-1001': {}, 'L-1002': {}, 'L-1003': {} } };
    const reminded = new Set<unknown>();
    await twice({ passes, emails: ['l-1001@example.com'] }, async () => {
      for (const event of await zap(1).poll()) {
        // Zapier starts a Zap once for each event.
        if (reminded.has(event['Pass ID'])) continue;
        reminded.add(event['Pass ID']);
        expect(await zap(1).start(event).step(2)).toMatchObject({ 'Email Requested': 'yes' });
      }
    });
  },

  async 'win-back'(zap) {
    await issued('stampCard', 'C-2001', { daysAgo: 91, onPhone: true });
    await issued('stampCard', 'C-2002', { daysAgo: 91 });
    await issued('stampCard', 'C-2003', { daysAgo: 30 });
    const passes = { stampCard: { 'C-2001': {}, 'C-2002': {}, 'C-2003': {} } };
    await twice({ passes, notifications: 1 }, async (again) => {
      const byEmail: unknown[] = [];
      for (const event of await zap(1).poll()) {
        const notified = await zap(1).start(event).step(2);
        if (notified?.['Delivered to a Wallet'] === false) byEmail.push(event.Email);
      }
      const everybody = ['c-2001@example.com', 'c-2002@example.com'];
      expect(byEmail.sort()).toEqual(again ? everybody : ['c-2002@example.com']);
    });
  },

  async 'employee-badge'(zap) {
    const [joins, leaves] = [zap(1), zap(2)];
    const email = 'ana.souza@example.com';
    const join = async () => {
      const run = joins.start();
      if (!(await run.step(2))) await run.step(4);
    };
    const leave = async (first?: StepOutputs) => {
      const removed = await leaves.start(first).step(2);
      return removed?.Outcome;
    };
    await twice({ invites: { [email]: 'live' }, emails: [email] }, join);
    await twice({ invites: {}, emails: [email] }, async () => void (await leave()));
    await join();
    addBadge(service.sandbox, email);
    const emails = [email, email];
    const used: ServerState = { invites: { [email]: 'used' }, emails };
    await twice({ ...used, badgePasses: ['ACTIVE'] }, join);
    await twice({ ...used, badgePasses: ['REVOKED'] }, async (again) => {
      expect(await leave()).toBe(again ? 'notFound' : 'removed');
    });
    // Somebody with another badge, and somebody who was only invited to it.
    await inviteToOtherBadge(service.sandbox, 'mei@example.com', true);
    await inviteToOtherBadge(service.sandbox, 'eva@example.com', false);
    const invites = { [email]: 'used', 'mei@example.com': 'used' } as const;
    await twice({ invites, emails, badgePasses: ['REVOKED', 'REVOKED'] }, async () => {
      await leave({ Email: 'mei@example.com' });
      await leave({ Email: 'eva@example.com' });
    });
    await issued('generic', 'S-1001', { email });
    await issued('generic', 'S-1002');
    const passes = { generic: { 'S-1001': { isValid: false }, 'S-1002': { isValid: true } } };
    const badgePasses = ['REVOKED', 'REVOKED'];
    await twice({ passes, invites, emails, badgePasses }, async () => {
      expect(await zap(3).start().step(2)).toMatchObject({ Voided: true });
    });
  },

  async 'pass-to-crm'(zap) {
    for (const externalId of ['RR-2001', 'crm-1001'])
      await issued('loyalty', externalId, {
        values: { accountName: 'Ana Souza' },
        elsewhere: true,
      });
    const passes = { loyalty: { 'RR-2001': {}, 'crm-1001': {} } };
    await twice({ passes }, async () => {
      const polled = await zap(1).poll();
      // Zapier reads the link when the Zap runs.
      const link = expect.stringMatching(/^hydrate/);
      expect(polled).toMatchObject([
        { Email: 'rr-2001@example.com', Member: 'Ana Souza', 'Pass Link': link },
      ]);
    });
    const changed = { template: 'loyalty', externalId: 'crm-1001' } as const;
    const isIn = { 'External ID': 'crm-1001', 'In a Wallet': true };
    await changePass(service.sandbox, { ...changed, change: 'added' });
    await twice({ passes }, async () => {
      expect(await zap(2).poll()).toMatchObject([{ ...isIn, Status: 'valid' }]);
      expect(await zap(3).poll()).toEqual([]);
    });
    await changePass(service.sandbox, { ...changed, change: 'voided' });
    await twice({ passes }, async () => {
      expect(await zap(3).poll()).toMatchObject([{ ...isIn, Status: 'voided' }]);
    });
  },

  async 'nightly-export'(zap) {
    await issued('generic', 'L-1');
    await twice({ passes: { generic: { 'L-1': {} } } }, async () => {
      const exported = await zap(1).start().step(2);
      expect(exported).toMatchObject({ 'Number of Passes': 1, File: expect.any(String) });
    });
  },

  async 'pass-report'(zap) {
    await issued('generic', 'L-1', { email: 'ana.souza@example.com' });
    await issued('generic', 'L-2', { email: 'mei@example.com' });
    await issued('generic', 'L-3', { email: 'mei@example.com' });
    const count = async (email: string) => {
      const run = zap(1).start();
      run.given[3] = { Name: 'A contact', Email: email };
      return (await run.step(4))?.['Number of Results'];
    };
    await twice({ passes: { generic: { 'L-1': {}, 'L-2': {}, 'L-3': {} } } }, async () => {
      expect(await count('Ana.Souza@example.com')).toBe(1);
      expect(await count('mei@example.com')).toBe(2);
      expect(await count('noah@example.com')).toBeUndefined();
    });
  },

  async 'everything-about-one-person'(zap) {
    const email = 'ana.souza@example.com';
    await issued('generic', 'L-1', { email });
    await issued('giftCard', 'G-1', { email });
    await issued('giftCard', 'G-2');
    const passes = { generic: { 'L-1': {} }, giftCard: { 'G-1': {}, 'G-2': {} } };
    await twice({ passes }, async () => {
      const run = zap(1).start();
      expect(await run.step(2)).toMatchObject({ 'Number of Results': 2 });
      expect(await run.step(3)).toBeUndefined();
    });
  },
};
