import type { ZapierDefinition, ZapierField } from '../engines/zapierEngine';
import { useZapier } from './harness';
import { lintApp } from './linter';

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
  triggerDisplay: Display;
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
    triggerDisplay: at('triggers', 'new_pass').display,
  });
  return lintApp(definition);
}

function input({ inputFields }: Operation, key: string): ZapierField {
  const field = inputFields.find((one) => one.key === key);
  if (!field) throw new Error(`No input ${key}`);
  return field;
}

type Case = [rule: string, breakIt: (app: Broken) => void];

const CASES: Case[] = [
  ['D001', ({ issue }) => void issue.inputFields.push({ key: 'apiKey', label: 'Key' })],
  ['D002', ({ auth }) => auth.fields.forEach((field) => (field.helpText = 'Look for it.'))],
  ['D003', ({ auth }) => delete auth.connectionLabel],
  ['D004', ({ voiding }) => delete input(voiding, 'passId').dynamic],
  ['D005', ({ issue }) => (input(issue, 'templateId').dynamic = 'gone_list.id.name')],
  ['D005', ({ issue }) => (input(issue, 'templateId').dynamic = 'template_list.id.title')],
  ['D008', ({ issue }) => (input(issue, 'email').helpText = 'See https://example.com.')],
  ['D008', ({ issue }) => (input(issue, 'email').helpText = '[See](http://example.com).')],
  ['D008', ({ issue }) => (input(issue, 'email').helpText = '[See](javascript:alert).')],
  ['D009', ({ find }) => (find.inputFields = [])],
  ['D010', ({ trigger }) => delete trigger.sample.id],
  ['D011', ({ issue }) => (input(issue, 'email').helpText = 'Email.')],
  ['D012', ({ issue }) => (issue.sample = {})],
  ['D013', ({ voiding }) => (input(voiding, 'passId').search = 'find_nothing.id')],
  ['D014', ({ voiding }) => delete input(voiding, 'passId').dynamic],
  ['D015', ({ definition }) => delete definition.creates?.issue_pass],
  ['D018', ({ issueDisplay }) => (issueDisplay.label = 'Issue pass')],
  ['D018', ({ issue }) => (input(issue, 'email').label = 'email')],
  ['D021', ({ triggerDisplay }) => (triggerDisplay.description = 'Fires when a pass is new.')],
  ['D021', ({ triggerDisplay }) => (triggerDisplay.description = 'Triggers when a pass is new')],
  ['D021', ({ issueDisplay }) => (issueDisplay.description = 'Issue a pass.')],
  ['D022', ({ issue }) => (issue.inputFields = [])],
  ['D023', ({ trigger }) => (trigger.sample.createdIso = '2026-03-12T10:20:00')],
  ['D024', ({ trigger }) => (trigger.sample.isValid = 'yes')],
  ['D024', ({ trigger }) => delete trigger.sample.isValid],
  ['Labels', ({ triggerDisplay }) => (triggerDisplay.label = 'Updated Pass')],
  ['Labels', ({ issueDisplay }) => (issueDisplay.label = 'Delete Pass')],
  ['Labels', ({ issueDisplay }) => (issueDisplay.label = 'Create or Update Ticket')],
  ['Key', ({ issue }) => (input(issue, 'email').key = 'email-address')],
  ['Key', ({ issue }) => (input(issue, 'email').key = 'phone')],
  ['Order', ({ issue }) => (input(issue, 'phone').required = true)],
  ['Lock', ({ voiding }) => (voiding.lock.timeout = 181)],
  ['Lock', ({ voiding }) => (voiding.lock.key = 'pass')],
  ['Default', ({ issue }) => (input(issue, 'ifExists').default = 'explode')],
  ['Terms', ({ issue }) => (input(issue, 'email').helpText = 'Fails the item.')],
  ['Output', ({ issue }) => (issue.sample.surprise = 'x')],
];

describe('the checks of a definition', () => {
  it.each(CASES)('%s fires', (rule, breakIt) => {
    const findings = broken(breakIt);
    expect(findings.map((finding) => finding.split(':')[0])).toContain(rule);
  });
});
