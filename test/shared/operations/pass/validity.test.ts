import { createContext } from '../../../../shared/operations/context';
import { runItem } from '../../../../shared/run/runItem';
import { sandboxTransport } from '../../../support/sandboxTransport';
import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { notify } from '../../../../shared/operations/pass/notify';
import { update } from '../../../../shared/operations/pass/update';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { useService } from '../../../support/service';

const service = useService();
const templateId = () => service.sandbox.templates.loyalty;
const passes = () => service.sandbox.control.passes(templateId());

function run(operation: Operation, input: object) {
  const apiKey = service.sandbox.keys['Full access'];
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: sandboxTransport(service.sandbox, apiKey),
    clock: fastClock,
  });
  return runItem(operation, context, { ...input });
}

const PAST = { validUntil: '2020-01-01' };
const NEW = () => ({ templateId: templateId(), email: 'ana@example.com', ...PAST });

describe('a pass that has expired', () => {
  it('is issued to nobody', async () => {
    const group = {
      passes: [
        { templateId: templateId(), externalId: 'M-1', validUntil: '2099-01-01' },
        { templateId: templateId(), externalId: 'M-2', ...PAST },
      ],
    };
    const failures = await Promise.all(
      [
        run(create, NEW()),
        run(create, { ...NEW(), externalId: 'M-1' }),
        run(create, { ...NEW(), externalId: 'M-1', ifExists: 'issueAnother' }),
        run(upsert, { ...NEW(), externalId: 'M-1' }),
        run(createGroup, group),
      ].map(failureOf),
    );
    const refused = { kind: 'invalidInput', field: 'validUntil' };
    expect(failures).toMatchObject(failures.map(() => refused));
    expect(failures.at(-1)?.message).toMatch(/^Pass 2: /);
    expect(passes()).toEqual([]);
  });

  it('is refused before any request if no existing pass is looked for', async () => {
    await failureOf(run(create, NEW()));
    expect(service.sent()).toEqual([]);
  });

  it('is returned and updated if it exists: the sheet that issued it may run again', async () => {
    await run(create, { ...NEW(), externalId: 'M-1', validUntil: '2099-01-01' });
    const again = { ...NEW(), externalId: 'M-1' };
    expect(await run(create, again)).toMatchObject({ outcome: 'existing' });
    expect(await run(upsert, again)).toMatchObject({ outcome: 'updated' });
    expect(passes()[0]?.templateFields).toEqual({ validUntil: '2099-01-01T23:59:59.999Z' });
    await run(upsert, { ...again, overwriteLiveValues: true });
    expect(passes()[0]?.templateFields).toEqual({ validUntil: '2020-01-01T23:59:59.999Z' });
    await run(update, { passId: passes()[0]?.id, validUntil: '2021-01-01' });
    expect(passes()[0]?.templateFields).toEqual({ validUntil: '2021-01-01T23:59:59.999Z' });
  });
});

it('a message that would never show is not sent', async () => {
  await run(create, { ...NEW(), validUntil: undefined });
  const message = { passId: passes()[0]?.id, title: 'Hi', content: 'There' };
  const failure = await failureOf(run(notify, { ...message, ...PAST }));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'validUntil' });
  const period = { validFrom: '2099-02-01', validUntil: '2099-01-31' };
  const reversed = await failureOf(run(notify, { ...message, ...period }));
  expect(reversed).toMatchObject({ kind: 'invalidInput', field: 'validFrom' });
});

it.each([
  ['create', create, {}],
  ['upsert', upsert, {}],
  ['update', update, { passId: 'ps_1' }],
] as const)('%s refuses a period that ends before it starts', async (_, operation, more) => {
  const period = { validFrom: '2099-02-01', validUntil: '2099-01-31' };
  const input = { templateId: templateId(), externalId: 'M-1', ...period, ...more };
  const refused = { kind: 'invalidInput', field: 'validFrom' };
  expect(await failureOf(run(operation, input))).toMatchObject(refused);
  expect(service.sent()).toEqual([]);
});

it('one day may be the whole period', async () => {
  const day = { validFrom: '2099-02-01', validUntil: '2099-02-01' };
  expect(await run(create, { ...NEW(), ...day })).toMatchObject({ outcome: 'created' });
});
