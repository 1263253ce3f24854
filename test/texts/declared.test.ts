/** Every text of a declaration about an input must be visible on each platform that offers it. */

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import type { InputField, InputFields, Option } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import { ZAPIER_OPERATIONS, ZAPIER_TRIGGERS } from '../../zapier/catalog';
import type { OperationKind } from '../engines/zapierEngine';
import { useZapier } from '../zapier/harness';

const app = useZapier();

/** An operation or a trigger on one platform. */
interface Shown {
  name: string;
  platform: 'n8n' | 'Zapier';
  input: InputFields;
  /** Every text about its inputs that the platform shows. */
  help: () => string | Promise<string>;
}

const onN8n: Shown[] = [
  ...OPERATIONS.filter(({ zapierOnly }) => !zapierOnly).map(({ resource, key, input }) => ({
    name: `${resource} ${key} on n8n`,
    platform: 'n8n' as const,
    input,
    help: () => n8nHelp(new WalletPass().description.properties, { resource, operation: key }),
  })),
  ...TRIGGERS.map(({ key, input }) => ({
    name: `${key} on n8n`,
    platform: 'n8n' as const,
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

test.each([...onN8n, ...onZapier])('All texts about the inputs are shown: $name', async (shown) => {
  const help = await shown.help();
  const lost = Object.entries(shown.input)
    .flatMap(([key, field]) => textsOf(key, field, shown.platform))
    .filter(([, text]) => !help.includes(text));
  expect(lost).toEqual([]);
});

test('Zapier explains Yes for every switch', async () => {
  const switches = onZapier.flatMap((step) =>
    Object.entries(step.input).flatMap(([key, { kind }]) =>
      kind === 'boolean' || kind === 'confirmation' ? [{ step, key, kind }] : [],
    ),
  );
  expect(new Set(switches.map(({ kind }) => kind)).size).toBe(2);
  const forms = new Map<ZapierShown, ReturnType<typeof app.fields>>();
  for (const { step, key, kind } of switches) {
    const form = forms.get(step) ?? app.fields(step.kind, step.key, {});
    forms.set(step, form);
    const fields = await form;
    const help = fields.find((field) => field.key === key)?.helpText;
    expect(help).toMatch(kind === 'boolean' ? /^If yes, [a-z]/ : /^Choose Yes to [a-z]/);
  }
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
  includeFieldValues: ['Find Older Passes, Too', 'Include Field Values'],
  includeLinks: ['Include Invite Links', 'Include Links'],
  passId: ['Badge Pass', 'Pass'],
  type: ['Type', 'Types'],
  validFrom: ['Show From', 'Valid From'],
  validUntil: ['Show Until', 'Valid Until'],
};

test('An input has one label wherever it appears', () => {
  const labels: Record<string, string[]> = {};
  for (const { input } of [...OPERATIONS, ...TRIGGERS]) {
    for (const [key, { label }] of Object.entries(input)) {
      labels[key] = [...new Set([...(labels[key] ?? []), label])].sort();
    }
  }
  const several = Object.entries(labels).filter(([, names]) => names.length > 1);
  expect(Object.fromEntries(several)).toEqual(SEVERAL_LABELS);
});

/**
 * Description and options of an input and of the inputs inside it. Zapier, which shows only the labels of options,
 * explains those that are marked.
 */
function textsOf(
  key: string,
  field: InputField,
  platform: Shown['platform'],
): (readonly [where: string, text: string])[] {
  const options: readonly Option[] = 'options' in field ? field.options : [];
  const explained = options.filter(({ inHelp }) => platform === 'n8n' || inHelp);
  const note = platform === 'n8n' ? field.onN8n : field.onZapier;
  const ownTexts = [field.description, note, ...explained.map((option) => option.description)];
  const inner =
    field.kind === 'list'
      ? Object.entries(field.entry).flatMap(([name, part]) =>
          textsOf(`${key}.${name}`, part, platform),
        )
      : [];
  return [...ownTexts.flatMap((text) => (text ? [[key, text] as const] : [])), ...inner];
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

/** A step in Zapier; its texts are those for a chosen stamp card, which has all inputs. */
function zapierStep(kind: OperationKind, key: string, input: InputFields): ZapierShown {
  return {
    name: `${kind} ${key} on Zapier`,
    platform: 'Zapier',
    kind,
    key,
    input,
    async help() {
      const templateId = app.sandbox.templates.stampCard;
      // A mapped choice hides no other input.
      const choices = Object.entries(input).flatMap(([name, field]) =>
        field.forUnlistedFields ? [name] : Object.keys(field.visibleWhen ?? {}),
      );
      const mapped = Object.fromEntries(choices.map((choice) => [choice, '{{1__choice}}']));
      const fields = await app.fields(kind, key, { templateId, ...mapped });
      return fields
        .flatMap((field) => [field, ...(field.children ?? [])])
        .map(({ helpText }) => helpText ?? '')
        .join('\n');
    },
  };
}
