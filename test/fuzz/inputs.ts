/** Changes of a working input, generated from the declaration of its operation. */

import fc from 'fast-check';

import { type InputField, type InputFields, ALL_RESULTS } from '../../shared/fields';
import type { Raw } from '../support/scenarios/operationCase';
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

/** Values by input key; those of a list may be {@link Entries}. */
type Changes = Raw;

/** Changes of the entries of a list, one by one. */
class Entries {
  constructor(readonly changes: readonly Changes[]) {}
}

/** An input with its changes. A list that gets longer starts each further entry like its first. */
export function changed(input: Raw, changes: Changes): Raw {
  const values = Object.entries(changes).map(([key, value]): [string, unknown] => {
    if (!(value instanceof Entries)) return [key, value];
    const list = (input[key] ?? []) as Raw[];
    return [key, value.changes.map((one, i) => changed(list[i] ?? list[0] ?? {}, one))];
  });
  return { ...input, ...(Object.fromEntries(values) as Raw) };
}

/** Valid values for inputs that need none of the service's IDs, and up to three values that are broken. */
export function changesOf(fields: InputFields): fc.Arbitrary<Changes> {
  const good = validChanges(fields);
  const parts = partsOf(fields);
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
  return fc
    .tuple(good, wrongs)
    .map(([values, bad]) => ({ ...values, ...(Object.fromEntries(bad) as Raw) }));
}

/** Valid values alone. */
function validChanges(fields: InputFields): fc.Arbitrary<Changes> {
  const parts = partsOf(fields).flatMap(({ good, ...part }) => (good ? [{ ...part, good }] : []));
  return fc.record(Object.fromEntries(parts.map(({ key, good }) => [key, good])), {
    requiredKeys: parts.flatMap(({ key, required }) => (required ? [key] : [])),
  });
}

interface Values {
  /** None if a value depends on what the service has: the working input has one. */
  good?: fc.Arbitrary<unknown>;
  /** Values that look valid. */
  near: fc.Arbitrary<unknown>;
}

interface Part extends Values {
  key: string;
  required: boolean;
}

const ID: Values = { near: fc.constantFrom(...ODD_IDS) };

function partsOf(fields: InputFields): Part[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'passRef'
      ? ['passId', 'externalId', 'contact', 'templateId'].map((part) => ({
          key: part,
          required: field.required,
          ...ID,
        }))
      : [{ key, required: field.required, ...valuesOf(field) }],
  );
}

/** Valid and nearly valid values of an input. A new kind of input needs a case here. */
function valuesOf(field: InputField): Values {
  switch (field.kind) {
    case 'text':
      return textValues(field);
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
      return designValues();
    case 'file':
    case 'image':
      return fileValues();
    case 'ref':
    case 'templateRef':
      return ID;
    case 'templateRefs':
      return { near: fc.array(fc.constantFrom(...ODD_IDS), { maxLength: 3 }) };
    case 'passRef':
      throw new Error('A pass has several inputs');
    case 'fieldValues':
      return fieldValues();
    case 'list':
      return listValues(field);
  }
}

function textValues(field: InputField & { kind: 'text' }): Values {
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
  if (field.format === 'passId' || field.format === 'fileId') return { near };
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

/** Fields that most templates have, of the type and of the design. */
const FIELD_IDS = ['accountName', 'balance', 'cardNumber', 'homeShop', 'memberName', 'memberId'];

/** Values for fields of a template, which has some of them. */
function fieldValues(): Values {
  const key = fc.constantFrom(...FIELD_IDS);
  const good = fc.array(fc.tuple(key, goodValue), { maxLength: 4 });
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
    near: fc.oneof(
      good.map(asObject),
      wrong.map(asObject),
      good.map((pairs) => JSON.stringify(asObject(pairs))),
      fc.constantFrom<unknown>('{"a":', '[]', '"text"', '{"__proto__":{"polluted":"yes"}}'),
    ),
  };
}

/** Designs as JSON, mostly with known keys and invalid values. */
function designValues(): Values {
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
      logo: fc.constant('https://example.com/logo.png'),
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
      ...[{ fileId: 'x' }, { fileId: 5 }, [{ latitude: 91, longitude: 0 }]],
      ...[[{ latitude: '1', longitude: 0 }], [[{}, {}, {}, {}]], { label: '\ud83d', id: 'a' }],
    ),
  );
  const near = fc
    .tuple(good, fc.array(fc.tuple(keys, value), { minLength: 1, maxLength: 2 }))
    .map(([design, wrong]) => ({ ...design, ...(Object.fromEntries(wrong) as Raw) }));
  return { good, near };
}

function fileValues(): Values {
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
  return { good, near };
}

function listValues(field: InputField & { kind: 'list' }): Values {
  const entries = (of: fc.Arbitrary<Changes>, size: fc.ArrayConstraints) =>
    fc.array(of, size).map((changes) => new Entries(changes));
  const good = validChanges(field.entry);
  return {
    good: entries(good, { minLength: field.required ? 1 : 0, maxLength: 3 }),
    near: fc.oneof(
      entries(changesOf(field.entry), { maxLength: 4 }),
      fc.array(anyValue, { maxLength: 3 }),
      entries(good, { minLength: 11, maxLength: 12 }),
    ),
  };
}
