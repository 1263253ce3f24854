/**
 * How every operation fails, by its case: what the error is about, on the core, and its words on each platform.
 * A deliberate change of words is recorded with `UPDATE_GOLDEN=1 npm test -- test/golden`.
 */

import type { INode } from 'n8n-workflow';
import type { ZObject } from 'zapier-platform-core';
import errors from 'zapier-platform-core/src/errors';

import { nodeError } from '../../nodes/WalletPass/errors/nodeErrors';
import type { FaultKind } from '../../sandbox/index';
import type { ErrorFields, ServiceError } from '../../shared/errors/serviceError';
import { mappedEmptyFix, mappedValue, passId as passIdField } from '../../shared/fields';
import type { Clock } from '../../shared/runtime/clock';
import type { Operation } from '../../shared/operations/operation';
import { type Scope, SCOPES } from '../../shared/service/scopes';
import { zapierError } from '../../zapier/errors/zapierErrors';
import type { N8nRunError } from '../engines/n8nEngine';
import { ZapierRunError } from '../engines/zapier/errors';
import { flawsOfMessage } from '../fuzz/refusals';
import { OPERATION_CASES, inputName, type LoadedCase } from '../support/scenarios';
import type { Raw } from '../support/scenarios/operationCase';
import { zapierInput } from '../support/scenarios/platformInputs';
import type { Fixture } from '../support/scenarios/scenario';
import { useWorkingInputs } from '../support/scenarios/working';
import { type CoreOptions, fileOf, useCore } from '../support/core';
import { HARSH_WORDS } from '../support/failures';
import { Recording, n8nLines, zapierLines } from './recording';

/** Skips all waits. */
let skippedMs = 0;
const clock: Clock = {
  now: () => Date.now() + skippedMs,
  monotonicMs: () => performance.now() + skippedMs,
  random: () => 0,
  sleep: (ms) => {
    skippedMs += ms;
    return Promise.resolve();
  },
};
const core = useCore({ checks: true });
const { working } = useWorkingInputs(core);
const control = () => core.sandbox.control;

// Titles name no operation, and the order is alphabetical: another operation only adds its own words.
const recording = new Recording('messages.txt', 'alphabetical');

/** A change of the first scenario that makes it fail. */
interface Change {
  input?: Raw | ((fixture: Fixture) => Raw);
  /** Of the key; all by default. */
  scopes?: readonly Scope[];
  options?: CoreOptions;
  /** Hits every request. */
  fault?: FaultKind;
  /** The platform that has such an input; both by default. */
  on?: 'n8n' | 'zapier';
}

async function run(one: LoadedCase, { input = {}, scopes, options, fault }: Change) {
  const { fixture, input: good } = await working(one);
  const raw = { ...good, ...(typeof input === 'function' ? input(fixture) : input) };
  if (fault) control().chooseFaults(() => fault);
  const key = scopes && control().addKey(scopes);
  const result = await core.run(one.operation, coreInput(raw, fixture), { key, clock, ...options });
  return { ...result, raw };
}

/** A pass in parts, and a file as content, as the platforms hand them over. */
function coreInput(raw: Raw, { image, imageUrl }: Fixture): Raw {
  return zapierInput(raw.file === imageUrl ? { ...raw, file: fileOf(image) } : raw);
}

/** Checks an error, and records its words. @returns the requests that were sent */
async function expectRefusal(
  one: LoadedCase,
  situation: string,
  change: Change,
  expected: Partial<ErrorFields>,
): Promise<string[]> {
  const { error, sent, raw } = await run(one, change);
  expect(error).toMatchObject(expected);
  if (error) {
    const text = `${error.message} ${error.fix}`;
    expect(flawsOfMessage(one.operation, raw, { ...error.toFields(), text })).toEqual([]);
    expect(text).not.toMatch(HARSH_WORDS);
    record(one, situation, error, change.on);
  }
  return sent;
}

function record(one: LoadedCase, situation: string, error: ServiceError, on?: 'n8n' | 'zapier') {
  if (on !== 'zapier' && !one.operation.zapierOnly) {
    recording.add(`n8n: ${situation}`, n8nLines(nodeError(NODE, error) as N8nRunError));
  }
  if (on !== 'n8n' && one.operation.zapier) {
    recording.add(`Zapier: ${situation}`, zapierLines(inZapier(error)));
  }
}

const NODE = { name: 'Wallet Pass', parameters: {} } as INode;

function inZapier(error: ServiceError): ZapierRunError {
  // Zapier comes back after a random time.
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  const thrown = zapierError({ errors } as unknown as ZObject, error, 'run');
  random.mockRestore();
  return new ZapierRunError(thrown);
}

/** Inputs that lack a value, by what they are and the field that is named. */
function withoutValue({ input }: Operation): [situation: string, field: string, input: Raw][] {
  return Object.entries(input).flatMap(([key, field]): ReturnType<typeof withoutValue> => {
    if (field.kind === 'passRef') {
      const passId = mappedValue(passIdField({ label: 'Pass' }), '');
      return [
        [`no ${key}`, 'passId', { pass: {} }],
        ['passId mapped and empty', 'passId', { pass: { passId } }],
      ];
    }
    if (field.required) {
      const others = Object.entries(field.visibleWhen ?? {}).map(([other, [value]]) => [
        other,
        value,
      ]);
      return [[`no ${key}`, key, { ...Object.fromEntries(others), [key]: undefined }]];
    }
    if (mappedEmptyFix(field) === undefined) return [];
    const instead = (field.mappedEmptyUnless ?? []).map((other) => [other, undefined]);
    const input = { ...Object.fromEntries(instead), [key]: mappedValue(field, '') };
    return [[`${key} mapped and empty`, key, input]];
  });
}

/** A test that records something. */
const recorded = (name: string, work: () => Promise<void>) => test(name, recording.part(work));

/** Values of a pass to issue are checked against its template, which is read. */
const isRead = (request: string) => request.startsWith('GET ');

describe.each(OPERATION_CASES.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const { operation, invalid, missing, refused = {} } = one;
  const scopes = one.scopes.map((needed) => (typeof needed === 'string' ? [needed] : needed));

  recorded('The operation refuses invalid inputs before anything is sent', async () => {
    for (const { input, field, on } of invalid) {
      const expected = { kind: 'invalidInput', field } as const;
      const sent = await expectRefusal(one, inputName(input), { input, on }, expected);
      expect(sent.filter((request) => !isRead(request))).toEqual([]);
      if (operation.serialBy !== 'externalId') expect(sent).toEqual([]);
    }
  });

  recorded(
    'The operation refuses required inputs without a value, and IDs and filters that are mapped and empty',
    async () => {
      for (const [situation, field, input] of withoutValue(operation)) {
        const expected = { kind: 'invalidInput', field } as const;
        const sent = await expectRefusal(one, situation, { input }, expected);
        expect(sent.filter((request) => !isRead(request))).toEqual([]);
      }
    },
  );

  recorded('The operation names the missing scope', async () => {
    for (const needed of scopes) {
      const [scope] = needed;
      const lacking = SCOPES.filter((other) => !(needed as readonly string[]).includes(other));
      const expected = { kind: 'missingScope', status: 403, scope } as const;
      await expectRefusal(one, `no scope ${scope}`, { scopes: lacking }, expected);
    }
  });

  // Of alternatives, each is enough.
  const alternatives = one.scopes.flatMap((needed) => (typeof needed === 'string' ? [] : needed));
  for (const scope of scopes.length === 0 ? ['analytics.view' as const] : alternatives) {
    recorded(`The operation works with ${scope} alone`, async () => {
      expect((await run(one, { scopes: [scope] })).error).toBeUndefined();
    });
  }

  for (const [what, { input, status, kind }] of Object.entries(refused)) {
    recorded(`The operation reports that the service refuses ${what}`, async () => {
      await expectRefusal(one, what, { input }, { kind, status });
    });
  }

  const message = missing?.message;
  if (message !== undefined) {
    recorded('The operation names the missing object', async () => {
      await expectRefusal(
        one,
        'missing object',
        { input: missing?.input },
        { kind: 'notFound', message },
      );
    });
  } else if (missing) {
    recorded('The operation finds nothing if the object is missing', async () => {
      expect(await run(one, missing)).toMatchObject({ out: [], error: undefined });
    });
  }

  if (operation.resource.startsWith('badge')) {
    recorded(
      'The operation reports that access badges are not enabled, rather than a missing object',
      async () => {
        const input = ({ sandbox }: Fixture) => {
          sandbox.control.setAccount({ accessBadges: false });
          return missing?.input ?? {};
        };
        const { error } = await run(one, { input });
        expect(error).toMatchObject({ kind: 'planLimit' });
        if (error) record(one, 'access badges not enabled', error);
      },
    );
  }

  recorded('The operation reports a key that is not accepted', async () => {
    const key = 'svc_sk_other_0123456789';
    const expected = { kind: 'wrongKey', status: 401 } as const;
    await expectRefusal(one, 'wrong key', { options: { key } }, expected);
  });

  recorded('The operation reports that it is rate limited', async () => {
    const fault = { kind: 'rateLimited', retryAfter: 'seconds', seconds: 900 } as const;
    await expectRefusal(one, 'rate limited', { fault }, { kind: 'rateLimited', status: 429 });
  });

  test.each<[situation: string, fault: FaultKind]>([
    ['no connection', { kind: 'dropBefore' }],
    ['connection lost after every request', { kind: 'dropAfter' }],
    ['service unavailable', { kind: 'unavailable', status: 503 }],
    ['page of a proxy', { kind: 'intercepted', status: 403 }],
  ])(
    'The operation reports whether its result is unknown: %s',
    recording.part(async (situation, fault) => {
      const { error } = await run(one, { fault });
      expect(['unavailable', 'outcomeUnknown']).toContain(error?.kind);
      if (operation.effect === 'read') expect(error?.kind).toBe('unavailable');
      if (error) record(one, situation, error);
    }),
  );
});

test('All messages are as recorded', () => {
  recording.check();
});
