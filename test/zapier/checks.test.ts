import type { ZapierDefinition, ZapierField } from '../engines/zapierEngine';
import { CHECKS, checkApp } from './checks';
import { useZapier } from './harness';

/** A check that never fires proves nothing: here each one runs on an app with one defect. */

const app = useZapier();
let whole: string;
beforeAll(async () => {
  whole = JSON.stringify(await app.zapier.definition());
});

interface Operation {
  inputFields: ZapierField[];
  outputFields: Record<string, unknown>[];
  sample: Record<string, unknown>;
  lock: Record<string, unknown>;
}
interface Display {
  label: string;
  description: string;
}

/** Shortcuts to the app's definition. */
interface Broken {
  definition: ZapierDefinition;
  auth: { fields: ZapierField[]; connectionLabel?: string };
  issue: Operation;
  issueDisplay: Display;
  voiding: Operation;
  find: Operation;
  trigger: Operation;
}

function broken(breakIt: (app: Broken) => void): string[] {
  const definition = JSON.parse(whole) as ZapierDefinition;
  const at = (kind: 'creates' | 'searches' | 'triggers', key: string) => {
    const step = definition[kind]?.[key];
    if (!step) throw new Error(`No ${key}`);
    return { operation: step.operation as unknown as Operation, display: step.display };
  };
  breakIt({
    definition,
    auth: definition.authentication as unknown as Broken['auth'],
    issue: at('creates', 'issue_pass').operation,
    issueDisplay: at('creates', 'issue_pass').display,
    voiding: at('creates', 'void_pass').operation,
    find: at('searches', 'find_pass').operation,
    trigger: at('triggers', 'new_pass').operation,
  });
  return checkApp(definition);
}

function input({ inputFields }: Operation, key: string): ZapierField {
  const field = inputFields.find((one) => one.key === key);
  if (!field) throw new Error(`No input ${key}`);
  return field;
}

type Case = [check: string, breakIt: (app: Broken) => void];

const CASES: Case[] = [
  ['D001', ({ issue }) => void issue.inputFields.push({ key: 'apiKey', label: 'Key' })],
  ['D002', ({ auth }) => auth.fields.forEach((field) => (field.helpText = 'Look for it.'))],
  ['D003', ({ auth }) => delete auth.connectionLabel],
  ['D004', ({ voiding }) => delete input(voiding, 'passId').dynamic],
  ['D005', ({ issue }) => (input(issue, 'templateId').dynamic = 'gone_list.id.name')],
  ['D005', ({ issue }) => (input(issue, 'templateId').dynamic = 'template_list.id.title')],
  ['D009', ({ find }) => (find.inputFields = [])],
  ['D009', ({ issue }) => (issue.inputFields = [])],
  ['D010', ({ trigger }) => delete trigger.sample.id],
  ['D013', ({ voiding }) => (input(voiding, 'passId').search = 'find_nothing.id')],
  ['D013', ({ voiding }) => delete input(voiding, 'passId').dynamic],
  ['D023', ({ trigger }) => (trigger.sample.created = '2026-03-12T10:20:00')],
  ['D024', ({ trigger }) => (trigger.sample.isValid = 'yes')],
  ['D024', ({ trigger }) => delete trigger.sample.isValid],
  ['Every value of a sample', ({ issue }) => (issue.sample.surprise = 'x')],
  ['Outputs have labels', ({ issue }) => (issue.outputFields = [])],
  ['Outputs have labels', ({ issue }) => delete issue.outputFields[0]?.label],
  ['Inputs have labels', ({ issue }) => delete input(issue, 'email').label],
  ['Keys of inputs', ({ issue }) => (input(issue, 'email').key = 'email-address')],
  ['Keys of outputs', ({ issue }) => void issue.outputFields.push({ ...issue.outputFields[0] })],
  ['The default', ({ issue }) => (input(issue, 'ifExists').default = 'explode')],
  ['A lock', ({ voiding }) => (voiding.lock.key = 'pass')],
  ['Required inputs', ({ issue }) => (input(issue, 'phone').required = true)],
  ['The key is a password', ({ auth }) => auth.fields.forEach((field) => delete field.type)],
  ['Create or Update', ({ issueDisplay }) => (issueDisplay.label = 'Create or Update Ticket')],
  ['No two steps', ({ issueDisplay }) => (issueDisplay.label = 'Update Pass')],
];

describe("Zapier's checks", () => {
  it('find nothing', () => {
    expect(checkApp(JSON.parse(whole) as ZapierDefinition)).toEqual([]);
  });

  it.each(CASES)('%s … can fail', (check, breakIt) => {
    const failed = broken(breakIt).filter((finding) => finding.startsWith(check));
    expect(failed).not.toEqual([]);
  });

  it('can all fail', () => {
    const untested = Object.keys(CHECKS).filter(
      (name) => !CASES.some(([check]) => name.startsWith(check)),
    );
    expect(untested).toEqual([]);
  });
});
