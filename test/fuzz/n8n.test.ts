import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { COLLECTIONS } from '../../nodes/WalletPass/controls/form';
import type { InputField, InputFields } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { NODE, binaryFile, byId, useN8n } from '../support/n8n';
import { flawsOfNewRequests, serviceWords } from './serverLog';
import { FUZZ_INPUTS } from '../support/long';
import { SEED, ZONES, counts, noTraces } from './harness';
import { type Raw, rawInputs } from './inputs';
import { ALL, plainInput } from './plain';
import { isPredictable, flawsOfMessage } from './refusals';
import { type Fixture, createFixture } from './fixture';

/** The same through the built node in n8n's engine, with many items per run and Continue On Fail. */

const OFFERED = OPERATIONS.filter(({ zapierOnly }) => !zapierOnly);
const EACH = Math.max(5, Math.ceil(FUZZ_INPUTS / 8 / OFFERED.length));

jest.setTimeout(60_000 + EACH * 1000);

const n8n = useN8n({ seed: 'templates' });
const traces = noTraces();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture(n8n.sandbox);
});
beforeEach(() => {
  fixture.forget();
});
afterAll(async () => {
  await fixture.close();
  counts.print("n8n's engine");
});

it.each(OFFERED.map((one) => [`${one.resource}.${one.key}`, one] as const))(
  '%s',
  async (_name, operation) => {
    await fixture.reset(operation.resource);
    n8n.sandbox.control.clearRequests();
    const inputs = fc
      .sample(rawInputs(operation, fixture.ids), { numRuns: EACH, seed: SEED })
      .map(plainInput);
    const { run } = await n8n.pass(operation.key, parameters(operation.input), {
      resource: operation.resource,
      timezone: ZONES[EACH % ZONES.length],
      node: { onError: 'continueRegularOutput' },
      items: inputs.map((input) => ({ v: controls(operation.input, input) as IDataObject })),
      binary: { data: binaryFile(PIXEL) },
      ownKeys: operation.resource === 'template',
    });
    expect(run.error(NODE)).toBeUndefined();
    expect(run.status).toBe('success');

    const flaws: unknown[] = [];
    const seen = new Set<number>();
    for (const { json, pairedItem } of run.items(NODE)) {
      const { item } = pairedItem as { item: number };
      // A list outputs many items for one input.
      if (seen.has(item)) continue;
      seen.add(item);
      flaws.push(...flawsOfItem(operation, json, inputs[item] as Raw));
    }
    counts.inputs += inputs.length;
    counts.accepted += inputs.length - seen.size;
    const newRequests = flawsOfNewRequests(n8n.sandbox.control);
    counts.requests += newRequests.requests;
    expect([...flaws, ...newRequests.flaws]).toEqual([]);
    if (operation.output.returns !== 'many') expect(seen.size).toBe(inputs.length);
    expect(traces()).toEqual([]);
  },
);

interface Details {
  kind: string;
  fix?: string;
  field?: string;
  httpCode?: number;
}

function flawsOfItem(operation: Operation, json: IDataObject, given: Raw): unknown[] {
  const { error, details } = json as { error?: string; details?: Details };
  if (error === undefined || details === undefined) {
    counts.accepted += 1;
    return [];
  }
  const { kind, fix = '', field, httpCode: status } = details;
  if (kind === 'invalidInput' && status === undefined) counts.refused += 1;
  else counts.accepted += 1;
  const words = serviceWords(error);
  const flaws = [
    ...flawsOfMessage(operation, given, { kind, text: `${error} ${fix}`, field, status }),
    ...(kind === 'unexpected' || kind === 'unavailable' ? [`is ${kind}`] : []),
    ...(words !== undefined && isPredictable(words) ? ['could have been predicted'] : []),
  ];
  return flaws.length === 0 ? [] : [{ flaws, error: error.slice(0, 300), given }];
}

/** The node's parameters: for every input an expression that takes it from the item. */
function parameters(fields: InputFields): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const { section } = field;
    if (section === undefined) {
      Object.assign(all, atTop(key, field));
      continue;
    }
    const { name } = COLLECTIONS[section];
    all[name] = { ...(all[name] as object), [key]: inCollection(key, field) };
  }
  return all;
}

const expression = (key: string) => `={{ $json.v.${key} }}`;

function atTop(key: string, field: InputField): Record<string, unknown> {
  switch (field.kind) {
    case 'passRef':
      return {
        identifyBy: expression('identifyBy'),
        passId: byId(expression('passId')),
        externalId: expression('externalId'),
        templateId: byId(expression('templateId')),
      };
    case 'limit':
      return { returnAll: expression('returnAll'), [key]: expression(key) };
    case 'fieldValues':
      return { [key]: { mappingMode: 'defineBelow', value: expression(key) } };
    case 'file':
      return {
        inputSource: expression('inputSource'),
        binaryPropertyName: 'data',
        url: expression('url'),
      };
    default:
      return { [key]: inCollection(key, field) };
  }
}

function inCollection(key: string, field: InputField): unknown {
  const { kind } = field;
  if (kind === 'list')
    return { entry: ENTRIES.map((i) => listEntry(`${key}?.[${i}]`, field.entry)) };
  return kind === 'templateRef' || kind === 'ref' ? byId(expression(key)) : expression(key);
}

/** A list has as many entries for every item. */
const ENTRIES = [0, 1];

/** Inside a list, optional inputs are in their collection, and field values are separate rows. */
function listEntry(at: string, fields: InputFields): Raw {
  const held: Raw = {};
  for (const [key, { kind, section }] of Object.entries(fields)) {
    const value = expression(`${at}?.${key}`);
    const name = section && COLLECTIONS[section].name;
    if (name !== undefined) held[name] = { ...(held[name] as Raw | undefined), [key]: value };
    else if (kind !== 'fieldValues') held[key] = kind === 'templateRef' ? byId(value) : value;
    else
      held[key] = { field: [{ id: expression(`${at}?.id`), value: expression(`${at}?.value`) }] };
  }
  return held;
}

/** The values of the controls for an input, if they differ from the input itself. */
function controls(fields: InputFields, input: Raw): Raw {
  const held: Raw = { ...input };
  for (const [key, field] of Object.entries(fields)) {
    const value = input[key];
    if (field.kind === 'passRef') {
      held.identifyBy = input.passId === undefined ? 'externalId' : 'passId';
    } else if (field.kind === 'limit') {
      held.returnAll = value === ALL;
    } else if (field.kind === 'list' && Array.isArray(value)) {
      held[key] = value.map((one: unknown) => (isObject(one) ? withValueApart(one) : one));
    } else if (field.kind === 'file') {
      Object.assign(held, source(value));
    } else if (field.kind === 'image' && value !== undefined) {
      held[key] = { image: source(value) };
    }
  }
  return held;
}

/** An entry with its first field value separated. */
function withValueApart(entry: Raw): Raw {
  const [first] = isObject(entry.fieldValues) ? Object.entries(entry.fieldValues) : [];
  return { ...entry, id: entry.id ?? first?.[0], value: first?.[1] };
}

function source(value: unknown): Raw {
  if (isObject(value) && value.load === true) return { inputSource: 'binary' };
  if (isObject(value) && 'fileId' in value) return { inputSource: 'fileId', fileId: value.fileId };
  return { inputSource: 'url', url: isObject(value) ? value.url : value };
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
