import fc from 'fast-check';

import {
  type InputField,
  type InputFields,
  type RefTarget,
  ALL_RESULTS,
} from '../../shared/fields';
import type { Operation } from '../../shared/operations/operation';
import {
  ODD_ADDRESSES,
  ODD_CONTACTS,
  ODD_DATES,
  ODD_IDS,
  ODD_NUMBERS,
  ODD_TEXTS,
  anyValue,
  goodText,
} from './values';
import type { KnownIds } from './fixture';

/** Inputs for an operation, generated from its declaration: valid, with some values broken. */

export type Raw = Record<string, unknown>;

/** The objects that the inputs of one item refer to. */
interface Subject {
  ids: KnownIds;
  templateId: string;
}

/** How often an optional input is given. */
const GIVEN = 0.6;

/** Values that a platform may pass for one item, by input key. */
export function rawInputs(operation: Operation, ids: KnownIds): fc.Arbitrary<Raw> {
  return fc
    .constantFrom(...ids.templates)
    .chain((templateId) => entry(operation.input, { ids, templateId }));
}

/** Values for these inputs, up to three of them broken. */
function entry(fields: InputFields, subject: Subject): fc.Arbitrary<Raw> {
  const parts = partsOf(fields, subject);
  const good = fc.record(
    Object.fromEntries(parts.map((part) => [part.key, optional(part)])),
  ) as fc.Arbitrary<Raw>;
  if (parts.length === 0) return good;
  const wrong = fc
    .constantFrom(...parts)
    .chain(({ key, near }) =>
      fc
        .oneof({ weight: 3, arbitrary: near }, { weight: 2, arbitrary: anyValue })
        .map((value) => [key, value] as const),
    );
  const wrongs = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(wrong, { minLength: 2, maxLength: 3 }) },
  );
  return fc.tuple(good, wrongs).map(([values, bad]) => withoutAbsent(values, bad));
}

function withoutAbsent(values: Raw, wrong: readonly (readonly [string, unknown])[]): Raw {
  const all = [...Object.entries(values), ...wrong];
  return Object.fromEntries(all.filter(([, value]) => value !== ABSENT));
}

const ABSENT = Symbol('absent');

interface Part {
  key: string;
  required: boolean;
  good: fc.Arbitrary<unknown>;
  /** Values that look valid. */
  near: fc.Arbitrary<unknown>;
}

function optional({ required, good }: Part): fc.Arbitrary<unknown> {
  if (required) return good;
  return fc.oneof(
    { weight: GIVEN * 10, arbitrary: good },
    { weight: 10 - GIVEN * 10, arbitrary: fc.constant(ABSENT) },
  );
}

function partsOf(fields: InputFields, subject: Subject): Part[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'passRef' ? passParts(subject) : [part(key, field, subject)],
  );
}

/** The inputs that a pass combines. */
function passParts({ ids, templateId }: Subject): Part[] {
  const index = ids.templates.indexOf(templateId);
  const own = ids.passes.slice(index * 3, index * 3 + 3);
  const odd = fc.constantFrom(...ODD_IDS);
  const optionalId = (key: string, good: fc.Arbitrary<unknown>, required: boolean) => ({
    key,
    required,
    good,
    near: odd,
  });
  return [
    optionalId('passId', fc.constantFrom(...own), false),
    optionalId('externalId', fc.constantFrom(...ids.externalIds), true),
    optionalId('templateId', fc.constant(templateId), true),
  ];
}

function part(key: string, field: InputField, subject: Subject): Part {
  const { good, near } = valuesOf(key, field, subject);
  return { key, required: field.required, good, near };
}

/** Valid and nearly valid values of an input. A new kind of input needs a case here. */
function valuesOf(key: string, field: InputField, subject: Subject): Pick<Part, 'good' | 'near'> {
  const { ids, templateId } = subject;
  switch (field.kind) {
    case 'text':
      return textValues(field, ids);
    case 'number': {
      const { min = -1000, max = 1000, integer } = field;
      const good = integer
        ? fc.integer({ min, max })
        : fc.integer({ min: min * 100, max: max * 100 }).map((cents) => cents / 100);
      return {
        good: fc.oneof(good, good.map(String)),
        near: fc.constantFrom(...ODD_NUMBERS, min - 1, max + 1, min + 0.5, `${min},5`),
      };
    }
    case 'limit':
      return {
        good: fc.constantFrom<unknown>(ALL_RESULTS, 1, 50, '3'),
        near: fc.constantFrom<unknown>(...ODD_NUMBERS, 0, -1, 1.5, 'all', Infinity, true),
      };
    case 'boolean':
      return { good: fc.boolean(), near: fc.constantFrom('TRUE', ' yes ', 'no', '1', 0, 'on') };
    case 'confirmation':
      return { good: fc.constant(true), near: fc.constantFrom('true', 'Yes', false, 1, 'ok') };
    case 'choice':
      return {
        good: fc.constantFrom(...field.options.map(({ value }) => value)),
        near: nearChoices(field.options),
      };
    case 'choices': {
      const good = fc.array(fc.constantFrom(...field.options.map(({ value }) => value)), {
        minLength: 1,
        maxLength: 4,
      });
      return {
        good: fc.oneof(
          good,
          good.map((values) => values.join(', ')),
        ),
        near: fc.oneof(nearChoices(field.options), fc.array(nearChoices(field.options))),
      };
    }
    case 'dateTime':
      return {
        good: fc
          .integer({ min: Date.UTC(2031, 0), max: Date.UTC(2090, 0) })
          .chain((ms) =>
            fc.constantFrom(
              new Date(ms).toISOString(),
              new Date(ms).toISOString().slice(0, 10),
              new Date(ms).toISOString().slice(0, 16),
              new Date(ms),
            ),
          ),
        near: fc.constantFrom(...ODD_DATES),
      };
    case 'color':
      return {
        good: fc.constantFrom('#1A2B3C', '#abc', '1a2b3c', ' #FFFFFF '),
        near: fc.constantFrom('red', '#12', '#12345g', '#1A2B3C80', 'rgb(1,2,3)', 123456, 12),
      };
    case 'json':
      return designValues(ids);
    case 'file':
    case 'image':
      return fileValues(field.kind, ids);
    case 'templateRef':
      return { good: fc.constant(templateId), near: fc.constantFrom(...ODD_IDS) };
    case 'templateRefs':
      return {
        good: fc.constant([templateId]),
        near: fc.array(fc.constantFrom(...ODD_IDS), { maxLength: 3 }),
      };
    case 'ref':
      return {
        good: fc.constantFrom(...refIds(field.of, subject)),
        near: fc.constantFrom(...ODD_IDS),
      };
    case 'passRef':
      throw new Error(`'${key}' spreads over several inputs`);
    case 'fieldValues':
      return fieldValues(ids.fields[templateId] ?? []);
    case 'list':
      return listValues(field, subject);
  }
}

function refIds(of: RefTarget, { ids, templateId }: Subject): string[] {
  return {
    badge: ids.badges,
    badgeHolder: ids.badgeHolders,
    badgePass: ids.badgePasses,
    apiKey: ids.apiKeys,
    templateField: ids.fields[templateId] ?? [],
  }[of];
}

function textValues(
  field: InputField & { kind: 'text' },
  ids: KnownIds,
): Pick<Part, 'good' | 'near'> {
  if (field.format === 'email') {
    return {
      good: fc.constantFrom('ada@example.com', 'Bo.Li+x@example.org', 'info@müller.de'),
      near: fc.constantFrom(...ODD_CONTACTS),
    };
  }
  if (field.format === 'phone') {
    return {
      good: fc.constantFrom('+49 151 12345678', '+15550100', '(0151) 1234-567', 4915112345678),
      near: fc.constantFrom(...ODD_CONTACTS),
    };
  }
  const near = fc.constantFrom<unknown>(...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_IDS);
  if (field.format === 'passId') return { good: fc.constantFrom(...ids.passes), near };
  if (field.isId) return { good: fc.oneof(fc.constantFrom(...ids.externalIds), goodText), near };
  if (field.format === 'fileId') return { good: fc.constant(ids.file), near };
  if (field.format === 'language') {
    return {
      good: fc.constantFrom('de', 'EN', 'pt_BR', 'en-US'),
      near: fc.constantFrom('deu', 'd', '12', 'ß', 'English', 'de ', '-de', 'ﬁ'),
    };
  }
  return { good: goodText, near };
}

function nearChoices(options: readonly { value: string; label: string }[]): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>(
    ...options.flatMap(({ value, label }) => [value.toUpperCase(), label, ` ${value}`, [value]]),
    'toString',
    '__proto__',
    0,
    ',',
  );
}

const goodValue = fc.oneof(goodText, fc.integer({ min: -9999, max: 9999 }), fc.constant(12.5));
const anyKey = fc.oneof(
  fc.constantFrom(...ODD_TEXTS.filter((text) => text.length < 400)),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** Values for fields of a template, including unknown ones. */
function fieldValues(fieldIds: readonly string[]): Pick<Part, 'good' | 'near'> {
  const key = fc.constantFrom(...fieldIds, 'memberName', 'memberId');
  const good = fc.uniqueArray(fc.tuple(fc.constantFrom(...fieldIds), goodValue), {
    selector: ([id]) => id,
    maxLength: 4,
  });
  const value = fc.oneof({ weight: 2, arbitrary: goodValue }, { weight: 3, arbitrary: anyValue });
  const wrong = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: key },
        { weight: 1, arbitrary: anyKey },
        { weight: 1, arbitrary: key.map((id) => ` ${id.toUpperCase()}`) },
      ),
      value,
    ),
    { minLength: 1, maxLength: 3 },
  );
  const asObject = (pairs: [string, unknown][]): Raw => Object.fromEntries(pairs);
  return {
    good: good.map(asObject),
    near: fc.oneof(
      wrong.map(asObject),
      good.map((pairs) => JSON.stringify(asObject(pairs))),
      fc.constantFrom<unknown>('{"a":', '[]', '"text"', '{"__proto__":{"polluted":"yes"}}'),
    ),
  };
}

/** Designs as JSON, mostly with known keys and invalid values. */
function designValues(ids: KnownIds): Pick<Part, 'good' | 'near'> {
  const field = fc.record({ id: fc.constantFrom('one', 'two', 'größe'), label: goodText });
  const good: fc.Arbitrary<Raw> = fc.record(
    {
      backgroundColor: fc.constantFrom('#123456', '#abc'),
      header: field,
      rows: fc.array(fc.array(fc.oneof(field, fc.constant({})), { maxLength: 2 }), {
        maxLength: 1,
      }),
      barcode: fc.boolean(),
      barcodeType: fc.constantFrom('qrcode', 'ean13'),
      logo: fc.constantFrom<unknown>('https://example.com/logo.png', { fileId: ids.file }),
      locations: fc.constantFrom([], [{ latitude: 1, longitude: 2, relevantText: 'Näh 😀' }]),
      somethingNew: fc.anything({ maxDepth: 1 }).filter((one) => one !== undefined),
    },
    { requiredKeys: [] },
  );
  const keys = fc.constantFrom(
    ...['backgroundColor', 'textColor', 'labelColor', 'adjustTextColor', 'logo', 'hero', 'stamp'],
    ...['header', 'rows', 'linkRows', 'barcode', 'barcodeType', 'useStampCollection'],
    ...['stampCount', 'locations', '__proto__', 'toString'],
  );
  const value = fc.oneof(
    anyValue,
    fc.constantFrom<unknown>(
      ...['red', 5, -1, 51, 'yes', null, [[{ label: '😀' }]], [{ label: 'One' }, { label: 'One' }]],
      ...[
        { label: '' },
        { label: '---' },
        { id: 'x' },
        { id: '', label: '' },
        [[[]]],
        [{}],
        [null],
      ],
      ...[{ fileId: 'x' }, { fileId: 5 }, { fileId: ids.file }, [{ latitude: 91, longitude: 0 }]],
      ...[[{ latitude: '1', longitude: 0 }], [[{}, {}, {}, {}]], { label: '\ud83d', id: 'a' }],
    ),
  );
  const near = fc
    .tuple(good, fc.array(fc.tuple(keys, value), { minLength: 1, maxLength: 2 }))
    .map(([design, wrong]) => ({ ...design, ...(Object.fromEntries(wrong) as Raw) }));
  return { good, near };
}

function fileValues(kind: 'file' | 'image', ids: KnownIds): Pick<Part, 'good' | 'near'> {
  const content = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const load = (name: string, mimeType: string, bytes: Uint8Array = content) => ({
    load: () => Promise.resolve({ name, mimeType, bytes: bytes.byteLength, read: () => [bytes] }),
  });
  const good = fc.constant(load('pixel.png', 'image/png'));
  const near = fc.constantFrom<unknown>(
    load('', ''),
    load('😀 "quoted"\r\nname.png', 'image/png'),
    load('../../x\u0000.png', 'IMAGE/PNG; charset=x'),
    load('empty.png', 'image/png', new Uint8Array()),
    load('x'.repeat(3000), 'application/octet-stream'),
    load('text.txt', 'text/plain', Buffer.from('no image')),
    load('half \ud83d.png', 'image/png'),
    load('bad.png', 'image/\r\npng'),
    ...ODD_ADDRESSES.map((url) => ({ url })),
    ...ODD_IDS.map((fileId) => ({ fileId })),
    ...ODD_ADDRESSES,
    { url: 5 },
    { fileId: {} },
    { load: 'no function' },
  );
  if (kind === 'file') return { good, near };
  return { good: fc.oneof(good, fc.constantFrom<unknown>({ fileId: ids.file }, ids.file)), near };
}

function listValues(
  field: InputField & { kind: 'list' },
  subject: Subject,
): Pick<Part, 'good' | 'near'> {
  const one = entry(field.entry, subject);
  const good = goodEntry(field.entry, subject);
  return {
    good: fc.array(good, { minLength: field.required ? 1 : 0, maxLength: 3 }),
    near: fc.oneof(
      fc.array(fc.oneof(good, one), { maxLength: 4 }),
      fc.array(fc.oneof(good, anyValue), { maxLength: 3 }),
      fc.array(good, { minLength: 11, maxLength: 12 }),
      good,
    ),
  };
}

function goodEntry(fields: InputFields, subject: Subject): fc.Arbitrary<Raw> {
  const parts = partsOf(fields, subject);
  return (
    fc.record(
      Object.fromEntries(parts.map((part) => [part.key, optional(part)])),
    ) as fc.Arbitrary<Raw>
  ).map((values) => withoutAbsent(values, []));
}
