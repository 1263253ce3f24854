import { useZapier } from './harness';

/** Notes at the top of a step, or beside an input, say what the step does. */
const app = useZapier();

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
      /^\*\*Testing this step creates a real invite\.\*\* By default, no message is sent/,
      () => ({ badgeTemplateId: app.sandbox.badges.published }),
      0,
    ],
    [
      'issue_pass',
      /^\*\*Testing this step issues a real pass, which can't be deleted, and may send a message\.\*\*/,
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
      /Testing this step sends a real message.*By default, it goes to every contact of the pass/,
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
      expect(await note(key)).toMatch(
        /^\*\*Testing this step (sends a real message|messages every holder)\.\*\*/,
      );
    }
  });
});
