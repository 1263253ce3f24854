/** Every text of a declaration about an input must be visible on each platform that offers it. */

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import type { InputField, InputFields, Option } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS } from '../../zapier/catalog';
import { formInputs } from '../../zapier/controls/passRef';
import type { OperationKind } from '../engines/zapierEngine';
import { choicesOf } from '../support/properties';
import { OPERATION_CASES, TRIGGER_CASES } from '../support/scenarios';
import { useZapier } from '../zapier/harness';

const app = useZapier();

/** An operation or a trigger on one platform. */
interface Shown {
  name: string;
  input: InputFields;
  /** Every text about its inputs that the platform shows. */
  help: () => string | Promise<string>;
}

const onN8n: Shown[] = [
  ...OPERATIONS.filter(({ zapierOnly }) => !zapierOnly).map(({ resource, key, input }) => ({
    name: `${resource} ${key} on n8n`,
    input,
    help: () => n8nHelp(new WalletPass().description.properties, { resource, operation: key }),
  })),
  ...TRIGGERS.map(({ key, input }) => ({
    name: `${key} on n8n`,
    input,
    help: () => n8nHelp(new WalletPassTrigger().description.properties, { event: key }),
  })),
];

interface ZapierShown extends Shown {
  kind: OperationKind;
  key: string;
}

const onZapier: ZapierShown[] = [
  ...ZAPIER_OPERATIONS.map(({ zapier, input }) => zapierStep(zapier.kind, zapier.key, input)),
  ...ZAPIER_TRIGGERS.map(({ zapier, input }) => zapierStep('trigger', zapier.key, input)),
];

it.each([...onN8n, ...onZapier])('$name has all texts of its declaration', async (shown) => {
  const help = await shown.help();
  const lost = Object.entries(shown.input)
    .flatMap(([key, field]) => textsOf(key, field))
    .filter(([, text]) => !help.includes(text));
  expect(lost).toEqual([]);
});

/** Scopes of the dashboard's default preset, Manage passes (docs/service.md#scopes). */
const DEFAULT_SCOPES = [
  'passes.create',
  'passes.edit',
  'passes.viewAll',
  'templates.viewAll',
  'campaigns.send',
];

/** Those that a key of the default preset lacks; of a list, one is enough. */
function missingScopes(scopes: readonly (string | readonly string[])[]): string[] {
  return scopes
    .map((needed) => [needed].flat())
    .filter((oneOf) => !oneOf.some((scope) => DEFAULT_SCOPES.includes(scope)))
    .flat();
}

describe('a scope that a key of the default preset lacks is named before the first error', () => {
  const steps = [
    ...OPERATION_CASES.map(({ name, scopes, operation }) => {
      const { resource, key, zapierOnly, zapier } = operation;
      return { name, scopes, zapier, kind: zapier?.kind, n8n: !zapierOnly && { resource, key } };
    }),
    ...TRIGGER_CASES.map(({ scopes, trigger: { key, zapier } }) => {
      return { name: key, scopes, zapier, kind: 'trigger' as const, n8n: { key } };
    }),
  ].map((step) => ({ ...step, missing: missingScopes(step.scopes) }));
  const limited = steps.filter(({ missing }) => missing.length > 0);

  it('by these resources and this trigger', () => {
    const resources = limited.map(({ name }) => name.replace(/\..*/, ''));
    expect([...new Set(resources)].sort()).toEqual(
      [
        ...['apiKey', 'badge', 'badgeAdded', 'badgeHolder', 'badgeInvite', 'badgePass', 'balance'],
        ...['file', 'pass', 'stampCard', 'template'],
      ].sort(),
    );
  });

  it.each(limited)('$name', async ({ missing, zapier, kind, n8n }) => {
    if (n8n) {
      const text = n8nChoice(n8n);
      expect(missing.filter((scope) => !text.includes(scope))).toEqual([]);
    }
    if (zapier && kind) {
      const [note] = await app.fields(kind, zapier.key, {});
      expect(note).toMatchObject({ type: 'copy' });
      expect(missing.filter((scope) => !note?.helpText?.includes(`\`${scope}\``))).toEqual([]);
    }
  });
});

/** The text of an operation or event in its dropdown. */
function n8nChoice({ resource, key }: { resource?: string; key: string }): string {
  const node = resource === undefined ? new WalletPassTrigger() : new WalletPass();
  const dropdown = node.description.properties.find(({ name, displayOptions }) =>
    resource === undefined
      ? name === 'event'
      : name === 'operation' && displayOptions?.show?.resource?.includes(resource),
  );
  const choice = dropdown && choicesOf(dropdown).find(({ value }) => value === key);
  return choice?.description ?? '';
}

it('Zapier explains Yes for every switch', async () => {
  const switches = onZapier.flatMap((step) =>
    Object.entries(step.input).flatMap(([key, { kind }]) =>
      kind === 'boolean' || kind === 'confirmation' ? [{ step, key, kind }] : [],
    ),
  );
  expect(new Set(switches.map(({ kind }) => kind)).size).toBe(2);
  for (const { step, key, kind } of switches) {
    const fields = await app.fields(step.kind, step.key, {});
    const help = fields.find((field) => field.key === key)?.helpText;
    expect(help).toMatch(kind === 'boolean' ? /^If yes, [a-z]/ : /^Choose Yes to [a-z]/);
  }
});

it('names the scopes that an input needs in addition', () => {
  const needed = [...OPERATIONS, ...TRIGGERS].flatMap(({ input }) =>
    formInputs(input).flatMap(([, field]) => {
      const ofSwitch = field.kind === 'boolean' ? (field.scopes ?? []) : [];
      const scopes = [...ofSwitch, ...(field.scopesIfEmpty ?? []), ...(field.scopesIfGiven ?? [])];
      return scopes.map((scope) => ({ scope, description: field.description }));
    }),
  );
  expect(needed.length).toBeGreaterThan(3);
  for (const { scope, description } of needed) expect(description).toContain(scope);
});

/** The inputs whose key has several meanings, with their labels. All others have one label wherever they appear. */
const SEVERAL_LABELS: Record<string, string[]> = {
  confirm: [
    'Delete Permanently',
    'Disable the Key',
    'Enable the Key',
    'Invalidate the Old Value',
    'Revoke Every Badge Pass',
    'Revoke Permanently',
    'Send to Every Holder',
    'Store Key in Execution Data',
  ],
  days: [
    'Days After Issuing',
    'Days Before Expiration',
    'Days Before or After',
    'Days Without Changes',
    'Valid for (Days)',
  ],
  field: ['Date Field', 'Field'],
  ifExists: ['If Passes Already Exist', 'If a Pass Already Exists'],
  includeFieldValues: ['Include Field Values', 'Search All Passes'],
  includeLinks: ['Include Invite Links', 'Include Links'],
  passId: ['Badge Pass', 'Pass'],
  type: ['Type', 'Types'],
  validFrom: ['Show From', 'Valid From'],
  validUntil: ['Show Until', 'Valid Until'],
};

it('an input has one label wherever it appears', () => {
  const labels: Record<string, string[]> = {};
  for (const { input } of [...OPERATIONS, ...TRIGGERS]) {
    for (const [key, { label }] of Object.entries(input)) {
      labels[key] = [...new Set([...(labels[key] ?? []), label])].sort();
    }
  }
  const several = Object.entries(labels).filter(([, names]) => names.length > 1);
  expect(Object.fromEntries(several)).toEqual(SEVERAL_LABELS);
});

it('the text of Stamp Card Completed names an output as both platforms show it: by key and by label', () => {
  const stampAdd = OPERATIONS.find(
    ({ resource, key }) => resource === 'stampCard' && key === 'add',
  );
  const label = stampAdd?.output.fields.isComplete?.label ?? '';
  expect(label.replaceAll(' ', '').toLowerCase()).toBe('isComplete'.toLowerCase());
  const trigger = TRIGGERS.find(({ key }) => key === 'stampCardCompleted');
  expect(trigger?.details).toContain(`'${label}' in the output of Add Stamps`);
});

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

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Every text about the parameters that a choice in the node shows. */
function n8nHelp(properties: readonly INodeProperties[], chosen: Record<string, string>): string {
  const shown = properties.filter(({ displayOptions }) =>
    Object.entries(chosen).every(([name, value]) =>
      (displayOptions?.show?.[name] as unknown[] | undefined)?.includes(value),
    ),
  );
  return shown.flatMap(textsIn).join('\n');
}

function textsIn(entry: Entry): string[] {
  const { description, hint, options, values } = entry as INodeProperties & { values?: Entry[] };
  return [
    description ?? '',
    hint ?? '',
    ...[...(options ?? []), ...(values ?? [])].flatMap(textsIn),
  ];
}

/** A step in Zapier; its texts are those for a chosen template. */
function zapierStep(kind: OperationKind, key: string, input: InputFields): ZapierShown {
  return {
    name: `${kind} ${key} on Zapier`,
    kind,
    key,
    input,
    async help() {
      const templateId = app.sandbox.templates.loyalty;
      // A mapped choice hides no other input.
      const choices = Object.values(input).flatMap((field) => Object.keys(field.visibleWhen ?? {}));
      const mapped = Object.fromEntries(choices.map((choice) => [choice, '{{1__choice}}']));
      const fields = await app.fields(kind, key, { templateId, ...mapped });
      return fields
        .flatMap((field) => [field, ...(field.children ?? [])])
        .map(({ helpText }) => helpText ?? '')
        .join('\n');
    },
  };
}
