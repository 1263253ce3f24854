import { isDeepStrictEqual } from 'node:util';

import { type Schema, Validator } from '@cfworker/json-schema';

import { objectSchema } from '../../../nodes/WalletPass/output/outputSchema';
import { flattened } from '../../../shared/fields/output';
import { sampleItems } from '../../../shared/triggers/pollSamples';
import { TRIGGERS } from '../../../shared/triggers';
import { passRemovedFromWallet } from '../../../shared/triggers/passRemovedFromWallet';
import type { Trigger } from '../../../shared/triggers/trigger';
import { MINUTE, PASS_INPUTS, Polling, Simulation, type SimulatedPass } from './simulation';
import { TRIGGER_CASES } from '../../support/scenarios';
import { closed } from '../../support/outputSchema';

/** Triggers whose event is one of a pass. */
const passTriggers = TRIGGER_CASES.filter(({ trigger }) => 'templateId' in trigger.input);
const INPUT = { ...PASS_INPUTS, days: 7, watchedFields: undefined };

/** The part of a sample that a list row contains, with the service's times; the rest is derived from it. */
function rowOf(sample: Record<string, unknown>): SimulatedPass {
  const derived = ['installed', 'status', 'templateName', 'changed'];
  const listed = Object.entries(structuredClone(sample)).filter(([key]) => !derived.includes(key));
  const times = { created: epoch(sample.created), updated: epoch(sample.updated) };
  return { ...(Object.fromEntries(listed) as SimulatedPass), ...times };
}

function epoch(time: unknown): number {
  return Date.parse(String(time));
}

/**
 * Sets the clock to the time at which the event of a sample is found. Until then it must have happened.
 * @returns what a failure says about it
 */
function startShortlyAfter(service: Simulation, { updated }: SimulatedPass, after: number): string {
  const now = updated + after + MINUTE;
  service.clock.pass(now - service.clock.now());
  return `${new Date(now).toISOString()}: a minute after 'updated' of the sample, and later by 'sample.after' of its case. By then, but no more than two days before, the event of the sample must have happened`;
}

/** A service with the template of the sample. */
function newService(sample: Record<string, unknown>): Simulation {
  const service = new Simulation();
  service.templateName = String(sample.templateName);
  return service;
}

describe.each(passTriggers)('$trigger.key', (testCase) => {
  const { trigger, before, sample: { input: sampleInput, after = 0 } = {} } = testCase;
  const { sample } = trigger.output;
  const input = { ...INPUT, ...sampleInput };
  const ofSample = { ...input, templateId: String(sample.templateId) };

  test('The sample is exactly what the event would output', async () => {
    const service = newService(sample);
    const row = rowOf(sample);
    const when = startShortlyAfter(service, row, after);
    if (before !== 'new') service.passes.push({ ...row, ...before, updated: row.created });
    const watchedFields = trigger.key === 'passUpdated' ? ['balance'] : undefined;
    const polling = new Polling(service, trigger, { ...ofSample, watchedFields });
    expect(await polling.poll()).toEqual([]);
    service.passes.splice(0, 1, row);
    expect({ when, events: await polling.poll() }).toEqual({ when, events: [sample] });
  });

  test('A test in the editor shows a pass like the sample, if the pass shows the event', async () => {
    const service = newService(sample);
    const row = rowOf(sample);
    service.passes.push(row);
    const when = startShortlyAfter(service, row, after);
    const { changed: _notInATest, ...shown } = sample;
    const samples = await trigger.samples(service.context(), ofSample);
    expect({ when, samples }).toEqual({ when, samples: trigger.onlySample ? [] : [shown] });
  });

  test('An unknown template, listed as one without passes, is refused at the start and in a test', async () => {
    const service = new Simulation();
    service.templateRefusal = [404, 'Resource not found'];
    const refusal = { kind: 'notFound', field: 'templateId' };
    const starts = [
      new Polling(service, trigger, input).poll(),
      sampleItems(trigger, service.context(), input),
      trigger.pollStateless(service.context(), input, true),
    ];
    for (const start of starts) await expect(start).rejects.toMatchObject(refusal);
  });

  test('The example is about the chosen template, without fields that this one does not have', async () => {
    const service = newService({ templateName: 'Harbor Gym' });
    service.templateType = 'generic';
    const [example] = await sampleItems(trigger, service.context(), input);
    expect(example).toMatchObject({ isExample: true, id: sample.id, templateName: 'Harbor Gym' });
    expect(example?.templateId).toBe(PASS_INPUTS.templateId);
    const { templateFields = {} } = sample as { templateFields?: Record<string, unknown> };
    const { accountName: _1, balance: _2, ...dates } = templateFields;
    expect(example?.templateFields).toEqual(dates);
    service.templateType = 'loyalty';
    const [ofLoyalty] = await sampleItems(trigger, service.context(), input);
    expect(ofLoyalty?.templateFields).toEqual(templateFields);
  });
});

test.each(TRIGGERS)('The sample of $key matches its output fields', ({ output }) => {
  const schema = closed(objectSchema(output.fields)) as Schema;
  const sample = flattened(output.sample, output.fields);
  expect(new Validator(schema, '2020-12', false).validate(sample).errors).toEqual([]);
});

test.each(TRIGGERS)('The sample of $key is that of no other event', (trigger) => {
  const { sample } = trigger.output;
  const equal = TRIGGERS.filter(({ output }) => isDeepStrictEqual(output.sample, sample));
  expect(equal).toEqual([trigger]);
});

test('A test of Pass Removed From Wallet shows no pass that may never have been in a wallet', async () => {
  const service = new Simulation();
  service.issue();
  const trigger = passRemovedFromWallet as Trigger;
  const note = "A test can't see which passes were in a wallet before; these are example values";
  const samples = await sampleItems(trigger, service.context(), INPUT);
  expect(samples).toMatchObject([{ isExample: true, note }]);
});
