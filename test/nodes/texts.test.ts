import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import type { InputField, Option } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';

/** Every text of a declaration about an input must be visible somewhere in the node. */

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Every text about the parameters that a choice in the node shows. */
function helpOf(properties: readonly INodeProperties[], chosen: Record<string, string>): string {
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

const steps = [
  ...OPERATIONS.filter(({ zapierOnly }) => !zapierOnly).map(({ resource, key, input }) => ({
    name: `${resource} ${key}`,
    properties: new WalletPass().description.properties,
    chosen: { resource, operation: key } as Record<string, string>,
    input,
  })),
  ...TRIGGERS.map(({ key, input }) => ({
    name: key,
    properties: new WalletPassTrigger().description.properties,
    chosen: { event: key } as Record<string, string>,
    input,
  })),
];

it.each(steps)('$name has all texts of its declaration', (step) => {
  const help = helpOf(step.properties, step.chosen);
  const lost = Object.entries(step.input)
    .flatMap(([key, field]) => textsOf(key, field))
    .filter(([, text]) => !help.includes(text));
  expect(lost).toEqual([]);
});
