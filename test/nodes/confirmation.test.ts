import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeType,
  NodeConnectionTypes,
  NodeHelpers,
  deepCopy,
} from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { switchName } from '../../nodes/WalletPass/controls/boolean';
import { COLLECTIONS } from '../../nodes/WalletPass/controls/form';
import { OPERATIONS } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { type N8nEngine, type N8nRun, startN8nEngine } from '../engines/n8nEngine';
import { isPersonOnly } from '../support/scenarios/platformInputs';
import { byId, useN8n } from '../support/n8n';
import { allProperties } from '../support/properties';

const n8n = useN8n();
const control = () => n8n.sandbox.control;

/** Inputs that only a person may turn on, with their operations. */
const SWITCHES = OPERATIONS.filter(({ zapierOnly }) => !zapierOnly).flatMap((operation) =>
  Object.entries(operation.input)
    .filter(([, field]) => isPersonOnly(field))
    .map(([key, field]) => ({
      operation,
      key,
      field,
      name: switchName(key, operation),
      group: field.section && COLLECTIONS[field.section].name,
    })),
);

/** The saved parameter of a switch. */
const turned = ({ name, group }: (typeof SWITCHES)[number], value: unknown): IDataObject =>
  (group ? { [group]: { [name]: value } } : { [name]: value }) as IDataObject;

/** The confirmation of an operation, if it has one. */
const confirmed = (operation: Operation): IDataObject =>
  Object.assign(
    {},
    ...SWITCHES.filter(
      (one) => one.operation === operation && one.field.kind === 'confirmation',
    ).map((one) => turned(one, true)),
  ) as IDataObject;

const path = ({ operation, key, group }: (typeof SWITCHES)[number]) =>
  [operation.resource, operation.key, group, key].filter(Boolean).join('.');

/** n8n evaluates this in every parameter; outside of an agent it evaluates to its default. */
const FROM_AI = "={{ $fromAI('sure', 'Whether to go ahead', 'boolean', true) }}";

/** IDs that do not exist: a request that passes the switch returns 404. */
const OTHERS = {
  templateId: byId('unknown'),
  externalId: 'M-1',
  missing: 'void',
  fileId: 'file_0123456789abcdef0123456789abcdef',
  userId: byId('unknown'),
  passId: byId('unknown'),
  keyId: byId('unknown'),
  badgeTemplateId: byId('unknown'),
  label: 'Desk',
  scopes: ['passes.viewAll'],
  title: 'Hello',
  content: 'To all',
};

test('Only a person may turn on confirmations, and options that destroy more or reveal secrets', () => {
  const options = SWITCHES.filter(({ field }) => field.kind !== 'confirmation');
  expect(options.map(path).sort()).toEqual([
    'apiKey.disable.options.allowOwnKey',
    'apiKey.rotate.options.allowOwnKey',
    'badgeHolder.getAll.options.includeLinks',
    'badgeInvite.getAll.options.includeLinks',
    'pass.sync.confirmVoid',
    'template.delete.options.force',
  ]);
});

const confirmations = SWITCHES.filter(({ field }) => field.kind === 'confirmation');
test.each(confirmations.map((one) => [path(one), one] as const))(
  'Nothing is sent unless the confirmation is turned on: %s',
  async (_path, { operation, name, field }) => {
    for (const off of [false, undefined, '']) {
      const parameters = { ...OTHERS, [name]: off };
      const { resource } = operation;
      const { error, sent } = await n8n.pass(operation.key, parameters, { resource });
      expect(error?.message).toBe(`'${field.label}' is not confirmed`);
      expect(sent).toEqual([]);
    }
  },
);

test('Switches for people have no expression toggle in the editor', () => {
  const { properties } = n8n.engine.nodeType('walletPass').description;
  const names = new Set(SWITCHES.map(({ field }) => field.label));
  const shown = allProperties(properties).filter(({ property }) => names.has(property.displayName));
  expect(shown).toHaveLength(SWITCHES.length);
  for (const { property } of shown) {
    expect(property).toMatchObject({ type: 'boolean', default: false, noDataExpression: true });
  }
});

const every = SWITCHES.map((one) => [path(one), one] as const);
// A confirmation and an option: the others of their kind are read by the same control.
const ofEachKind = every.filter(
  ([, { field }], i) => every.findIndex(([, one]) => one.field.kind === field.kind) === i,
);
test.each(ofEachKind)('No expression, text or number turns on switch %s', async (_path, one) => {
  const { operation, key, field } = one;
  for (const value of [FROM_AI, '={{ $json.sure }}', '=true', 'true', 1]) {
    const { error, sent } = await n8n.pass(
      operation.key,
      { ...OTHERS, ...confirmed(operation), ...turned(one, value) },
      { resource: operation.resource, items: [{ sure: true }] },
    );
    expect(error).toMatchObject({
      message: `'${field.label}' is not turned on in the node`,
      description: `Turn on '${field.label}' in the node: it can't be set by an expression.`,
      context: { field: key, kind: 'invalidInput' },
    });
    expect(sent).toEqual([]);
  }
});

test.each(every)('The value true in the saved node turns on the switch %s', async (_path, one) => {
  const { operation } = one;
  const { sent } = await n8n.pass(
    operation.key,
    { ...OTHERS, ...confirmed(operation), ...turned(one, true) },
    { resource: operation.resource },
  );
  expect(sent).not.toEqual([]);
});

test.each(every)('Choosing another operation turns off the switch %s', (_path, one) => {
  const { description } = n8n.engine.nodeType('walletPass');
  const on = { ...OTHERS, ...confirmed(one.operation), ...turned(one, true) };
  for (const { resource, key } of OPERATIONS) {
    if (resource === one.operation.resource && key === one.operation.key) continue;
    // What the editor keeps of the node's parameters.
    const kept = NodeHelpers.getNodeParameters(
      description.properties,
      { ...on, resource, operation: key },
      true,
      false,
      null,
      description,
    );
    const { options = {}, ...direct } = kept as { options?: IDataObject };
    const switches = SWITCHES.map(({ name }) => name);
    const isOn = ([name, value]: [string, unknown]) => switches.includes(name) && value === true;
    expect(Object.entries({ ...direct, ...options }).filter(isOn)).toEqual([]);
  }
});

test('An expression for all options turns on no switch for people', async () => {
  control().seedPasses(n8n.sandbox.templates.offer, 1);
  const { error } = await n8n.pass(
    'delete',
    {
      templateId: byId(n8n.sandbox.templates.offer),
      confirmTemplateDelete: true,
      options: "={{ $fromAI('options', '', 'json', { forceTemplateDelete: true }) }}",
    },
    { resource: 'template' },
  );
  expect(error?.context).toMatchObject({ code: 'template_has_passes' });
});

describe('The node as a tool of an agent', () => {
  let engine: N8nEngine;
  beforeAll(async () => {
    engine = await startN8nEngine({
      packageDir: join(__dirname, '../..'),
      extraNodeTypes: {
        walletPassTool: asTool(n8n.engine.nodeType('walletPass')),
        agent: callsItsTools,
      },
    });
  });

  const call = (parameters: object, answers: IDataObject) =>
    engine.run(
      {
        nodes: [
          { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
          { name: 'Agent', type: 'agent' },
          { name: 'Tool', type: 'walletPassTool', parameters },
        ],
        connections: {
          Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
          Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
        },
      },
      { credentials: n8n.credentials(), startItems: [{ json: answers }] },
    );
  const deletes = (more: object) => ({
    resource: 'template',
    operation: 'delete',
    templateId: byId("={{ $fromAI('template') }}"),
    ...more,
  });
  const answers = () => ({ template: n8n.sandbox.templates.offer, sure: true });
  /** The text the model reads: n8n 1 passes errors to it as the tool's result. */
  const textForModel = (run: N8nRun) =>
    run.error('Agent')?.message ?? run.items('Agent')[0]?.json.answer;
  const isThere = async () =>
    (await n8n.pass('get', { templateId: byId(answers().template) }, { resource: 'template' }))
      .error === undefined;

  test('An agent deletes the template that its model names once a person has confirmed it', async () => {
    const run = await call(deletes({ confirmTemplateDelete: true }), answers());
    expect(run.items('Agent')[0]?.json).toEqual({ answer: '[{"deleted":true}]' });
    expect(await isThere()).toBe(false);
  });

  const page = readFileSync(join(__dirname, '../../docs/ai-agents.md'), 'utf8');
  const [, setup = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const { nodes } = JSON.parse(setup) as { nodes: { name: string; parameters: IDataObject }[] };
  const templateId = () => n8n.sandbox.templates.generic;
  const ask = (tool: string, given: IDataObject) => {
    const parameters = nodes.find(({ name }) => name === tool)?.parameters;
    const chosen = {
      ...parameters,
      ...(parameters?.templateId && { templateId: byId(templateId()) }),
    };
    return call(chosen, given);
  };

  test('The agent of docs/ai-agents.md finds a card', async () => {
    control().seedPasses(templateId(), 2, { externalIdPrefix: 'M-', emailPrefix: 'ana' });
    const run = await ask('Find Cards', { contact: 'ana2@example.com' });
    expect(textForModel(run)).toMatch(/"externalId":"M-2"/);
    expect(textForModel(run)).not.toMatch(/M-1/);
  });

  test('The agent of docs/ai-agents.md shows what issuing would do, and issues nothing', async () => {
    const run = await ask('Preview a Card', { number: 'M-0042', email: 'ana@example.com' });
    expect(textForModel(run)).toContain('"wouldBe":"created"');
    expect(control().passes(templateId())).toEqual([]);
    expect(control().outbox()).toEqual([]);
  });

  test("An agent can't use Sync List, because a single person would be taken for a complete list", async () => {
    control().seedPasses(answers().template, 3, { externalIdPrefix: 'M-' });
    const run = await call(
      {
        resource: 'pass',
        operation: 'sync',
        templateId: byId(answers().template),
        externalId: 'M-1',
        missing: 'void',
        maxVoid: '100%',
        confirmVoidPassSync: true,
      },
      answers(),
    );
    expect(textForModel(run)).toMatch(/'Sync List' can't be used as a tool/);
    const passes = control().passes(answers().template);
    expect(passes.filter(({ isValid }) => !isValid)).toEqual([]);
  });

  test.each([
    ['the confirmation', { confirmTemplateDelete: "={{ $fromAI('sure', '', 'boolean') }}" }],
    [
      'the confirmation, as the editor writes it',
      {
        confirmTemplateDelete:
          "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('sure', ``, 'boolean') }}",
      },
    ],
    [
      'that passes are voided',
      {
        confirmTemplateDelete: true,
        options: { forceTemplateDelete: "={{ $fromAI('sure', '', 'boolean') }}" },
      },
    ],
  ])('A tool does nothing, and explains why, if the model sets %s', async (_name, parameters) => {
    const run = await call(deletes(parameters), answers());
    expect(textForModel(run)).toMatch(
      /Turn on '.*' in the node: it can't be set by an expression\./,
    );
    expect(control().requests()).toEqual([]);
    expect(await isThere()).toBe(true);
  });

  test('An agent gets simplified results, the raw data or selected fields', async () => {
    const templateId = n8n.sandbox.templates.loyalty;
    control().seedPasses(templateId, 1, { values: { templateFields: { balance: 5 } } });
    const keysOf = async (parameters: object) => {
      const getMany = { resource: 'pass', operation: 'getAll', templateId: byId(templateId) };
      const run = await call({ ...getMany, ...parameters }, {});
      const answer = run.items('Agent')[0]?.json.answer as string;
      const [pass] = JSON.parse(answer) as IDataObject[];
      return Object.keys(pass ?? {});
    };
    const simplified = await keysOf({});
    expect(simplified).toEqual(expect.arrayContaining(['id', 'status', 'balance']));
    expect(simplified).not.toContain('templateFields');
    // The switch for people is hidden.
    expect(await keysOf({ simplify: false })).toEqual(simplified);
    expect(await keysOf({ output: 'raw' })).toEqual(
      expect.arrayContaining(['id', 'isValid', 'templateFields']),
    );
    const selectedFields = ['status', 'templateFields'];
    const selected = await keysOf({ output: 'selectedFields', selectedFields });
    expect(selected).toEqual(['id', 'status', 'balance']);
  });

  test.each(['resource', 'operation'])('A tool fails if the model chooses the %s', async (name) => {
    const run = await call(
      deletes({ confirmTemplateDelete: true, [name]: `={{ $fromAI('${name}') }}` }),
      { ...answers(), resource: 'template', operation: 'delete' },
    );
    expect(textForModel(run)).toMatch(/'(Resource|Operation)' in the node: it can't be set by an/);
    expect(await isThere()).toBe(true);
  });
});

/** The tool that the server derives from a node with `usableAsTool`. */
function asTool(type: INodeType): INodeType {
  const description = deepCopy(type.description);
  return Object.assign(Object.create(type) as INodeType, {
    description: {
      ...description,
      name: `${description.name}Tool`,
      inputs: [],
      outputs: [NodeConnectionTypes.AiTool],
    },
  });
}

interface Tool {
  invoke(input: IDataObject): Promise<string>;
}

/** An agent whose model calls every tool once, with the values of the item. */
const callsItsTools: INodeType = {
  description: {
    displayName: 'Agent',
    name: 'agent',
    group: ['transform'],
    version: 1,
    description: 'Calls its tools',
    defaults: { name: 'Agent' },
    inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
    outputs: [NodeConnectionTypes.Main],
    properties: [],
  },
  async execute(this: IExecuteFunctions) {
    const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
    const answer = await tool?.invoke(this.getInputData()[0]?.json ?? {});
    return [[{ json: { answer } }]];
  },
};
