import * as field from '../../../shared/fields';
import { type InputField, type InputFields, parseInputs } from '../../../shared/fields';
import { OPERATIONS } from '../../../shared/operations';
import { TRIGGERS } from '../../../shared/triggers';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const texts = { label: 'External ID' };
const read = (one: InputField, raw: unknown) =>
  field.parseInputsOrThrow({ externalId: one }, { externalId: raw }, context);

const IDENTIFIERS: [string, InputField][] = [
  ['an ID', field.text({ ...texts, isId: true })],
  ['a search value', field.text({ ...texts, inUrl: true })],
  ['a text that identifies', field.text({ ...texts, identifies: true })],
  ['an email', field.email(texts)],
  ['a phone', field.phone(texts)],
  ['a pass ID', field.passId(texts)],
  ['a template', field.templateRef(texts)],
  ['one of several templates', field.templateRefs(texts)],
  ['a reference', field.ref({ ...texts, of: 'badge' })],
  ['a file ID', field.fileId(texts)],
  ['an image', field.image(texts)],
];

describe('a placeholder that nothing has filled', () => {
  it.each(IDENTIFIERS)('is refused in %s', (_, one) => {
    for (const raw of ['M-{{contact.id}}', '{{ $json.id }}', '{{', 'a}}b', ' {{1__id}}\n']) {
      expect(thrownBy(() => read(one, raw))).toMatchObject({
        kind: 'invalidInput',
        field: 'externalId',
        message: `'External ID' contains an unresolved placeholder: ${raw.trim()}`,
        hint: 'Enter or map the value itself: nothing has filled the part in double braces.',
      });
    }
  });

  it('is refused in a list of IDs, and in an entry of a list by its number', () => {
    const ids = field.templateRefs(texts);
    expect(thrownBy(() => read(ids, ['tpl_1', '{{2__id}}'])).message).toMatch(/: \{\{2__id\}\}$/);
    const entry = { externalId: field.text({ ...texts, isId: true }) };
    const list = field.list({
      ...texts,
      label: 'Passes',
      entryLabel: 'Pass',
      entry,
      min: 1,
      max: 9,
    });
    const raw = [{ externalId: 'M-1' }, { externalId: 'M-{{x}}' }];
    expect(thrownBy(() => read(list, raw)).message).toBe(
      "Pass 2: 'External ID' contains an unresolved placeholder: M-{{x}}",
    );
  });

  it('is cut in the message if it is long', () => {
    const { message } = thrownBy(() => read(field.email(texts), `{{${'x'.repeat(200)}`));
    expect(message.length).toBeLessThan(150);
  });

  it.each(['M-{1}', '{ {x} }', '}', 'a{b}c'])('is not what single braces are: %s', (id) => {
    expect(read(field.text({ ...texts, isId: true }), id)).toEqual({ externalId: id });
  });
});

/** Keys of the inputs that keep double braces, in lists and passes as well. */
function accepting(fields: InputFields): string[] {
  return Object.entries(fields).flatMap(([key, one]) => {
    if (one.kind === 'passRef') return accepting(one.combines);
    if (one.kind === 'list') return accepting(one.entry).map((inner) => `${key}.${inner}`);
    const { errors } = parseInputs({ [key]: one }, { [key]: 'M-{{contact.id}}' }, context);
    return errors.size === 0 ? [key] : [];
  });
}

it('only texts that identify nobody keep double braces', () => {
  const inputs = [...OPERATIONS, ...TRIGGERS].map(({ input }) => input);
  expect([...new Set(inputs.flatMap(accepting))].sort()).toEqual([
    'content',
    'firstName',
    'headerId',
    'headerLabel',
    'label',
    'lastName',
    'linkRows.id',
    'linkRows.label',
    'locations.relevantText',
    'name',
    'reason',
    'rows.firstId',
    'rows.firstLabel',
    'rows.secondId',
    'rows.secondLabel',
    'rows.thirdId',
    'rows.thirdLabel',
    'title',
    'watchedFields',
  ]);
});
