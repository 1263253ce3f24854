import type { IDataObject, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';

import { passThroughNodeType } from '../engines/n8nEngine';

/**
 * Fakes for the built-in nodes of the example workflows: they route items as the real nodes do; those that
 * need a server (the form, the webhook) pass their items on. The real nodes run in `e2e/`.
 */
export function coreNodeTypes(): Record<string, INodeType> {
  return {
    'n8n-nodes-base.formTrigger': passThroughNodeType('Form Trigger', { trigger: true }),
    'n8n-nodes-base.webhook': passThroughNodeType('Webhook', { trigger: true }),
    'n8n-nodes-base.form': shows('Form', ['completionTitle', 'completionMessage']),
    'n8n-nodes-base.respondToWebhook': shows('Respond to Webhook', ['responseBody', 'options']),
    'n8n-nodes-base.if': conditional('If'),
    'n8n-nodes-base.filter': conditional('Filter'),
    'n8n-nodes-base.splitOut': splitOut(),
    'n8n-nodes-base.removeDuplicates': onlyNew(),
  };
}

function withProperties(type: INodeType, properties: INodeProperties[]): INodeType {
  Object.assign(type.description, { properties });
  return type;
}

function text(name: string): INodeProperties {
  return { displayName: name, name, type: 'string', default: '' };
}

/** Ends a run and returns the response to its caller. */
function shows(displayName: string, parameters: string[]): INodeType {
  return withProperties(
    {
      ...passThroughNodeType(displayName),
      async execute() {
        return [
          this.getInputData().map((_, item) => ({
            json: Object.fromEntries(
              parameters.map((name) => [name, this.getNodeParameter(name, item) as IDataObject]),
            ),
            pairedItem: { item },
          })),
        ];
      },
    },
    parameters.map((name) =>
      name === 'options'
        ? {
            displayName: name,
            name,
            type: 'collection',
            default: {},
            options: [
              { displayName: 'Code', name: 'responseCode', type: 'number', default: 200 },
            ] satisfies INodeProperties[],
          }
        : text(name),
    ),
  );
}

/** If and Filter from version 2 on: the engine itself evaluates a parameter of the type `filter`. */
function conditional(displayName: string): INodeType {
  return withProperties(
    {
      ...passThroughNodeType(displayName),
      async execute() {
        const passed: INodeExecutionData[] = [];
        const rest: INodeExecutionData[] = [];
        for (const [item, one] of this.getInputData().entries()) {
          const passes = this.getNodeParameter('conditions', item, false, { extractValue: true });
          (passes === true ? passed : rest).push({ ...one, pairedItem: { item } });
        }
        return [passed, rest];
      },
    },
    [
      {
        displayName: 'Conditions',
        name: 'conditions',
        type: 'filter',
        default: {},
        typeOptions: { filter: { version: 2, caseSensitive: true, typeValidation: 'strict' } },
      },
    ],
  );
}

/** One item for every entry of a list; `fieldToSplitOut` may be a path. */
function splitOut(): INodeType {
  return withProperties(
    {
      ...passThroughNodeType('Split Out'),
      async execute() {
        return [
          this.getInputData().flatMap(({ json }, item) => {
            const field = this.getNodeParameter('fieldToSplitOut', item) as string;
            const to = this.getNodeParameter('options.destinationFieldName', item, '') as string;
            const list = field
              .split('.')
              .reduce<unknown>((at, key) => (at as IDataObject)[key], json);
            return (list as IDataObject[string][]).map((entry) => ({
              json:
                typeof entry === 'object' && to === ''
                  ? (entry as IDataObject)
                  : { [to || field]: entry },
              pairedItem: { item },
            }));
          }),
        ];
      },
    },
    [
      text('fieldToSplitOut'),
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        default: {},
        options: [text('destinationFieldName')],
      },
    ],
  );
}

/** Remove Duplicates, "Remove Items Processed in Previous Executions"; remembers by node. */
function onlyNew(): INodeType {
  const seen = new Set<string>();
  return withProperties(
    {
      ...passThroughNodeType('Remove Duplicates'),
      async execute() {
        const { name } = this.getNode();
        return [
          this.getInputData().flatMap((one, item) => {
            const value = `${name}/${this.getNodeParameter('dedupeValue', item) as string}`;
            if (seen.has(value)) return [];
            seen.add(value);
            return [{ ...one, pairedItem: { item } }];
          }),
        ];
      },
    },
    [text('dedupeValue')],
  );
}
