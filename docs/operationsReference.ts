import type { InputField, InputFields, Option } from '../shared/fields';
import type { Retry } from '../shared/http/retryPolicy';
import { RESOURCES } from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { outputFields } from '../shared/operations/operation';
import type { OutputFields } from '../shared/fields/output';
import { TRIGGERS } from '../shared/triggers';
import type { Trigger } from '../shared/triggers/trigger';

/** Content of docs/operations.md, generated from the declarations. */
export function operationsReference(): string {
  return [
    '# Operations and triggers',
    'Made from the declarations in `shared/` by `npm run docs`. Do not edit by hand.',
    'A key needs the scopes named; where a template or badge is picked from a list instead of typed, `templates.viewAll` or `badges.viewAll` as well. Images may also be uploaded with `templates.create` or `templates.edit`, and read with `templates.viewAll`. _Retries_ says what happens after an unknown result, such as a dropped connection.',
    ...RESOURCES.flatMap(({ label, operations }) => [
      `## ${label}`,
      ...operations.map(operationSection),
    ]),
    '## Triggers',
    ...TRIGGERS.map(triggerSection),
    '',
  ].join('\n\n');
}

const RETRY_TEXTS: Record<Retry, string> = {
  idempotent: 'retried automatically',
  never: 'not retried; the step reports an unknown result',
  lookUpFirst: 'looked up by external ID, then sent again only if it does not exist',
};

/** The retry behavior after an unknown result, by input if it depends on the input. */
function retryText(retry: Operation['retry']): string {
  if (typeof retry === 'string') return RETRY_TEXTS[retry];
  return Object.entries(retry.cases)
    .map(([behavior, inputs]) => `${inputs}: ${RETRY_TEXTS[behavior as Retry]}`)
    .join('. ');
}

function operationSection(operation: Operation): string {
  const { label, description, action, scopes, retry, effect, input, output } = operation;
  return [
    `### ${label}`,
    sentence(description),
    table(
      ['', ''],
      [
        [
          'n8n',
          operation.flatOnly
            ? '–'
            : `${code(operation.resource)} ${code(operation.key)} (${action})`,
        ],
        ['Zapier', operation.flat ? `${code(operation.flat.key)} (${operation.flat.label})` : '–'],
        ['Effect', EFFECT_TEXTS[effect]],
        ['Scopes', scopeText(operation, scopes)],
        ['Retries', retryText(retry)],
      ],
    ),
    inputTable(input),
    outputTable(outputFields(operation), output.returns),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const EFFECT_TEXTS: Record<Operation['effect'], string> = {
  read: 'reads',
  write: 'changes data',
  send: 'reaches people',
  destroy: 'cannot be undone',
};

function scopeText({ resource }: Operation, scopes: readonly string[]): string {
  if (scopes.length > 0) return scopes.map(code).join(', ');
  return resource === 'apiKey' ? 'a Full access key' : 'none';
}

function triggerSection({ key, label, description, scopes, flat, input, output }: Trigger): string {
  return [
    `### ${label}`,
    sentence(description),
    table(
      ['', ''],
      [
        ['n8n', `event ${code(key)}`],
        ['Zapier', flat ? `${code(flat.key)} (${flat.label})` : '–'],
        ['Scopes', scopes.map(code).join(', ')],
      ],
    ),
    inputTable(input),
    outputTable(output.fields, 'many'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function inputTable(input: InputFields): string | undefined {
  const rows = Object.entries(input).flatMap(([key, field]) => inputRows(key, field));
  return rows.length === 0
    ? undefined
    : `Inputs:\n\n${table(['Key', 'Name', 'Kind', 'Required', 'Description'], rows)}`;
}

function inputRows(key: string, field: InputField): string[][] {
  if (field.kind === 'passRef') {
    const needed = 'one of the two';
    return [
      [code('passId'), 'Pass ID', 'pass', needed, 'ID that the service assigned to the pass'],
      [
        `${code('externalId')} + ${code('templateId')}`,
        'External ID and Template',
        'text, template',
        needed,
        'Your own reference, together with the template',
      ],
    ];
  }
  return [
    [
      code(key),
      field.label,
      kindText(field),
      field.required ? 'yes' : '',
      cell(descriptionOf(field)),
    ],
  ];
}

/** A switch is described by its effect when turned on. */
function descriptionOf({ kind, description = '' }: InputField): string {
  if (kind === 'boolean') return `${description.charAt(0).toUpperCase()}${description.slice(1)}`;
  return kind === 'confirmation' ? `Confirms that ${description}` : description;
}

function kindText(field: InputField): string {
  switch (field.kind) {
    case 'choice':
    case 'choices': {
      const values = field.options.map(choiceText).join(', ');
      return field.kind === 'choice' ? `one of ${values}` : `several of ${values}`;
    }
    case 'number': {
      const range = [field.min, field.max].some((bound) => bound !== undefined)
        ? ` ${field.min ?? ''}–${field.max ?? ''}`
        : '';
      return `${field.integer ? 'whole number' : 'number'}${range}`;
    }
    case 'passRef':
      return 'pass';
    case 'list':
      return `list of: ${Object.keys(field.entry).map(code).join(', ')}`;
    default:
      return KIND_TEXTS[field.kind];
  }
}

function choiceText({ value, scopes = [] }: Option): string {
  return scopes.length === 0
    ? code(value)
    : `${code(value)} (needs ${scopes.map(code).join(', ')})`;
}

const KIND_TEXTS: Record<
  Exclude<InputField['kind'], 'choice' | 'choices' | 'number' | 'list' | 'passRef'>,
  string
> = {
  text: 'text',
  limit: 'whole number from 1, or all results',
  boolean: 'true or false',
  dateTime: 'date',
  color: 'color',
  json: 'JSON object',
  confirmation: 'must be true',
  file: 'file or address',
  image: 'file, address or file ID',
  templateRef: 'template',
  templateRefs: 'several templates',
  ref: 'ID or from a list',
  fieldValues: 'values by field',
};

function outputTable(fields: OutputFields, returns: string): string {
  const rows = Object.entries(fields).map(([key, { label, type, always, oneOf }]) => [
    code(key),
    label,
    oneOf ? oneOf.map(code).join(', ') : type,
    always ? 'always' : '',
  ]);
  const intro =
    returns === 'file' ? 'a file and' : returns === 'many' ? 'a list, each with' : 'one item with';
  return `Output: ${intro}\n\n${table(['Key', 'Name', 'Type', ''], rows)}`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
