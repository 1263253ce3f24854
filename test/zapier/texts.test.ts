import type { InputField, InputFields, Option } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import type { OperationKind } from '../engines/zapierEngine';
import { useZapier } from './harness';

/** Every text of a declaration about an input must be visible somewhere in its step. */
const app = useZapier();

interface Step {
  kind: OperationKind;
  key: string;
  input: InputFields;
}

const steps: Step[] = [
  ...OPERATIONS.flatMap(({ zapier, input }) =>
    zapier ? [{ kind: zapier.kind, key: zapier.key, input }] : [],
  ),
  ...TRIGGERS.flatMap(({ zapier, input, requiresState = [] }) =>
    zapier
      ? [
          {
            kind: 'trigger' as const,
            key: zapier.key,
            input: Object.fromEntries(
              Object.entries(input).filter(([key]) => !requiresState.includes(key)),
            ),
          },
        ]
      : [],
  ),
];

/** Description, hint and options of an input and of the inputs inside it. */
function textsOf(key: string, field: InputField): (readonly [where: string, text: string])[] {
  const options: readonly Option[] = 'options' in field ? field.options : [];
  const own = [field.description, field.hint, ...options.map(({ description }) => description)];
  const inner =
    field.kind === 'list'
      ? Object.entries(field.entry).flatMap(([name, one]) => textsOf(`${key}.${name}`, one))
      : [];
  return [...own.flatMap((text) => (text ? [[key, text] as const] : [])), ...inner];
}

/** Every help text of a step, for a chosen template. */
async function helpOf({ kind, key }: Step): Promise<string> {
  const templateId = app.sandbox.templates.loyalty;
  const fields = await app.fields(kind, key, { templateId });
  return fields
    .flatMap((field) => [field, ...(field.children ?? [])])
    .map(({ helpText }) => helpText ?? '')
    .join('\n');
}

describe.each(steps)('$kind $key', (step) => {
  it('has all texts of its declaration', async () => {
    const help = await helpOf(step);
    const lost = Object.entries(step.input)
      .flatMap(([key, field]) => textsOf(key, field))
      .filter(([, text]) => !help.includes(text));
    expect(lost).toEqual([]);
  });
});

it('explains Yes for every switch', async () => {
  const switches = steps.flatMap((step) =>
    Object.entries(step.input).flatMap(([key, { kind }]) =>
      kind === 'boolean' || kind === 'confirmation' ? [{ step, key, kind }] : [],
    ),
  );
  expect(new Set(switches.map(({ kind }) => kind)).size).toBe(2);
  for (const { step, key, kind } of switches) {
    const fields = await app.fields(step.kind, step.key, {});
    const help = fields.find((field) => field.key === key)?.helpText;
    expect(help).toMatch(kind === 'boolean' ? /^If yes, [a-z]/ : /^Choose Yes to confirm that /);
  }
});

describe('Update Template', () => {
  it('states at the top that parts of a design are replaced whole', async () => {
    const [first] = await app.fields('create', 'update_template', {});
    expect(first).toMatchObject({ type: 'copy' });
    expect(first?.helpText).toContain('replaced as a whole');
  });

  it('states beside rows, back fields and locations that they are replaced', async () => {
    const fields = await app.fields('create', 'update_template', {});
    for (const key of ['rows', 'linkRows', 'locations']) {
      const place = fields.findIndex((field) => field.key === key);
      expect(fields[place]?.children?.length).toBeGreaterThan(0);
      expect(fields[place - 1]).toMatchObject({ type: 'copy', group: fields[place]?.group });
      expect(fields[place - 1]?.helpText).toMatch(/replaces all/i);
    }
  });
});

describe('the note of a step that can send', () => {
  const note = async (key: string) =>
    (await app.fields('create', key, {})).find((field) => field.key === 'note')?.helpText;

  it.each([
    [
      'invite_badge_holder',
      /sends no message by default/,
      () => ({ badgeTemplateId: app.sandbox.badges.published }),
      0,
    ],
    [
      'issue_pass',
      /may send a real message.*'Send Email' and 'Send Text Message' follow the account setting/,
      () => ({ templateId: app.sandbox.templates.loyalty }),
      2,
    ],
  ] as const)('%s: explains the defaults', async (key, words, inputData, messages) => {
    expect(await note(key)).toMatch(words);
    const contact = { email: 'ana@example.com', phone: '+4915112345678' };
    await app.create(key, { ...inputData(), ...contact });
    expect(app.sandbox.control.outbox()).toHaveLength(messages);
  });

  it('resend_pass: explains the defaults', async () => {
    expect(await note('resend_pass')).toMatch(
      /Testing this step sends a real message.*'Send Email' and 'Send Text Message' send if the pass has the contact/,
    );
    const contact = { email: 'ana@example.com', phone: '+4915112345678' };
    const passId = await app.issue({ templateId: app.sandbox.templates.loyalty, ...contact });
    await app.create('resend_pass', { passId });
    expect(app.sandbox.control.outbox()).toMatchObject([
      { to: contact.email },
      { to: contact.phone },
    ]);
  });

  it('without a choice announces that it sends', async () => {
    for (const key of ['notify_pass_holder', 'notify_template_holders']) {
      expect(await note(key)).toContain('sends a real message');
    }
  });
});
