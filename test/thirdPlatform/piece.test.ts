import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { useService } from '../support/service';
import type { Action, Property, Trigger } from './piece';
import { actions, triggers, validateAuth } from './piece';

const service = useService();
const auth = (apiKey = service.sandbox.keys['Full access']) => ({
  baseUrl: service.sandbox.baseUrl,
  apiKey,
});
const templateId = () => service.sandbox.templates.loyalty;

function named<T extends Action | Trigger>(steps: readonly T[], name: string): T {
  const found = steps.find((step) => step.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}
const action = (name: string) => named(actions, name);

async function labels(property: Property | undefined, form: object, search?: string) {
  const options = await property?.load?.(auth(), { ...form }, search);
  return (options ?? []).map(({ label }) => label);
}

describe('a third platform', () => {
  it('takes fewer than 450 lines for all operations and triggers', async () => {
    const source = await readFile(path.join(__dirname, 'piece.ts'), 'utf8');
    expect(source.split('\n').length).toBeLessThan(450);
    expect(actions.length).toBeGreaterThanOrEqual(28);
    expect(triggers.length).toBeGreaterThanOrEqual(8);
  });

  it('has a control and a label for every input', () => {
    for (const { name, props } of [...actions, ...triggers]) {
      for (const [key, { type, displayName }] of Object.entries(props)) {
        expect([name, key, type, displayName]).toEqual([
          name,
          key,
          expect.stringMatching(/^[A-Z_]+$/),
          expect.stringMatching(/\S/),
        ]);
      }
    }
  });

  it('checks its credentials', async () => {
    await expect(validateAuth(auth())).resolves.toMatchObject({ email: expect.any(String) });
    await expect(validateAuth(auth('nope'))).rejects.toThrow(/does not accept this API key/);
  });

  it('lists templates, passes, and the fields of the chosen template', async () => {
    const issue = action('issue_pass');
    const form = { templateId: templateId() };
    const templates = await labels(issue.props.templateId, {});
    expect(templates).toContainEqual(expect.stringContaining('Loyalty Card'));
    expect(await labels(issue.props.templateId, {}, 'no such template')).toEqual([]);
    const fields = await issue.props.fieldValues?.loadProperties?.(auth(), form);
    expect(Object.values(fields ?? {}).map(({ displayName }) => displayName)).toContain('Points');
    expect(await issue.props.fieldValues?.loadProperties?.(auth(), {})).toEqual({
      fieldValues: expect.objectContaining({ type: 'OBJECT' }),
    });
    await issue.run(auth(), { ...form, email: 'ana@example.com', externalId: 'M-1' });
    expect(await labels(action('void_pass').props.passId, form)).toEqual([
      expect.stringContaining('ana@example.com'),
    ]);
  });

  it('issues once, finds, changes and voids a pass', async () => {
    const form = { templateId: templateId(), externalId: 'M-1' };
    const issued = { ...form, email: 'ana@example.com', field_balance: '5' };
    expect(await action('issue_pass').run(auth(), issued)).toMatchObject({ outcome: 'created' });
    expect(await action('issue_pass').run(auth(), issued)).toMatchObject({ outcome: 'existing' });
    expect(await action('find_pass').run(auth(), form)).toMatchObject([{ externalId: 'M-1' }]);
    await action('adjust_balance').run(auth(), { ...form, operation: 'add', amount: '2' });
    await action('void_pass').run(auth(), form);
    const [pass] = service.sandbox.control.passes(templateId());
    expect(pass).toMatchObject({ isValid: false, templateFields: { balance: 7 } });
  });

  it('reports every invalid input of an item with a hint before anything is sent', async () => {
    const form = { templateId: templateId(), email: 'nobody', phone: 'x' };
    await expect(action('issue_pass').run(auth(), form)).rejects.toThrow(
      /'Email' is not an email address.*'Phone'/s,
    );
    expect(service.sent().filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('stores the file of an export', async () => {
    await action('issue_pass').run(auth(), { templateId: templateId(), externalId: 'M-1' });
    const stored: string[] = [];
    const result = await action('export_passes').run(
      auth(),
      { templateId: templateId() },
      async (name, content) => {
        stored.push(content.toString());
        return `stored:${name}`;
      },
    );
    expect(result).toMatchObject({ file: expect.stringMatching(/^stored:.*\.csv$/) });
    expect(stored.join()).toContain('M-1');
  });

  it('polls: a baseline first, then each new pass once', async () => {
    const trigger = named(triggers, 'new_pass');
    const form = { templateId: templateId() };
    const store = {};
    const poll = async () => (await trigger.poll(auth(), form, store)).map((one) => one.externalId);
    await action('issue_pass').run(auth(), { ...form, externalId: 'M-1' });
    expect(await poll()).toEqual([]);
    await action('issue_pass').run(auth(), { ...form, externalId: 'M-2' });
    expect(await poll()).toEqual(['M-2']);
    expect(await poll()).toEqual([]);
    expect(await trigger.test(auth(), form)).toHaveLength(2);
    expect(JSON.stringify(store)).not.toContain(auth().apiKey);
  });
});
