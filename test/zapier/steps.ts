import type { ZapierDefinition, ZapierField, ZapierStep } from '../engines/zapierEngine';

/** The definition of a Zapier app, as far as the tests read it. */
export interface App {
  triggers: Step[];
  searches: Step[];
  creates: Step[];
  searchOrCreates: SearchOrCreate[];
  auth: { fields: ZapierField[]; connectionLabel: unknown };
}

export interface Step {
  kind: 'trigger' | 'search' | 'create';
  key: string;
  noun: string;
  label: string;
  description: string;
  hidden: boolean;
  /** Static inputs, including those of line items; the result of a function is a string here. */
  inputs: ZapierField[];
  hasDynamicInputs: boolean;
  outputs: OutputField[];
  groups: { key: string; label: string }[];
  sample?: Record<string, unknown>;
  lock?: { key: string; scope?: string[]; timeout?: number };
}

export interface OutputField {
  key: string;
  label?: string;
  type?: string;
  required?: boolean;
  list?: boolean;
  primary?: boolean;
}

interface SearchOrCreate {
  key: string;
  search: string;
  create: string;
  display: { label: string; description: string };
}

export function readApp(definition: ZapierDefinition): App {
  const { authentication = {}, triggers = {}, searches = {}, creates = {} } = definition;
  return {
    triggers: Object.values(triggers).map((step) => readStep('trigger', step)),
    searches: Object.values(searches).map((step) => readStep('search', step)),
    creates: Object.values(creates).map((step) => readStep('create', step)),
    searchOrCreates: Object.values(definition.searchOrCreates ?? {}) as unknown as SearchOrCreate[],
    auth: {
      fields: (authentication.fields ?? []) as ZapierField[],
      connectionLabel: authentication.connectionLabel,
    },
  };
}

/** Triggers, searches and creates, the hidden ones last. */
export function stepsOf({ triggers, searches, creates }: App): Step[] {
  return [...triggers, ...searches, ...creates];
}

export function visibleSteps(app: App): Step[] {
  return stepsOf(app).filter(({ hidden }) => !hidden);
}

export function readStep(kind: Step['kind'], { key, noun, display, operation }: ZapierStep): Step {
  const { inputFields = [], outputFields = [], inputFieldGroups = [] } = operation;
  return {
    kind,
    key,
    noun,
    label: display.label,
    description: display.description,
    hidden: display.hidden === true,
    inputs: (inputFields as (ZapierField | string)[]).flatMap((field) =>
      typeof field === 'string' ? [] : [field, ...(field.children ?? [])],
    ),
    hasDynamicInputs: (inputFields as unknown[]).some((field) => typeof field === 'string'),
    outputs: (outputFields as (OutputField | string)[]).filter(
      (field) => typeof field !== 'string',
    ),
    groups: inputFieldGroups as Step['groups'],
    sample: operation.sample as Step['sample'],
    lock: operation.lock as Step['lock'],
  };
}
