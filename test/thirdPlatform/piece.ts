import { checkAccount } from '../../shared/api/account';
import { FLAT_TRIGGERS, flatOperations } from '../../shared/engine/catalog';
import type { FlatOperation, FlatTrigger } from '../../shared/engine/catalog';
import { createContext } from '../../shared/engine/createContext';
import type { Connection, SharedContext } from '../../shared/engine/createContext';
import { downloadFile } from '../../shared/engine/downloadFile';
import type { DownloadResponse } from '../../shared/engine/downloadFile';
import { collectFlatInput, listEntryKey, templateFieldKey } from '../../shared/engine/flatInput';
import {
  fieldValuesByIdHelp,
  helpText,
  operationNote,
  templateFieldHelp,
} from '../../shared/engine/helpTexts';
import { runOperation } from '../../shared/engine/runOperation';
import { pollLimits, runPoll, sampleItems } from '../../shared/engine/runPoll';
import type { PollState } from '../../shared/engine/runPoll';
import { isServiceError } from '../../shared/errors/serviceError';
import { readInput } from '../../shared/fields';
import type { InputField, InputFields, Option } from '../../shared/fields';
import { dropReplacedKeys } from '../../shared/fields/output';
import type { Output } from '../../shared/fields/output';
import { fetchTransport } from '../../shared/http/fetchTransport';
import type { FileSink } from '../../shared/operations/operation';
import { PICKERS } from '../../shared/pickers';
import { pickPasses } from '../../shared/pickers/passes';
import type { PickerPage } from '../../shared/pickers/picker';
import { pickTemplates } from '../../shared/pickers/templates';
import { systemClock } from '../../shared/runtime/clock';

/**
 * A complete connector for a third platform, in the style of those that run pieces: properties with
 * dynamic dropdowns, actions that run one item at a time, and polling triggers with a store. It shows what
 * a platform has to provide, and that `shared/` needs no change for it.
 */

type Values = Record<string, unknown>;

/** A form control of the platform. */
export interface Property {
  type: string;
  displayName: string;
  description?: string;
  required: boolean;
  defaultValue?: unknown;
  /** Static choices. */
  options?: { label: string; value: string }[];
  /** Dynamic choices, reloaded when a property in `refreshers` changes. */
  refreshers?: string[];
  load?(
    auth: Connection,
    form: Values,
    search?: string,
  ): Promise<{ label: string; value: string }[]>;
  /** Dynamic properties. */
  loadProperties?(auth: Connection, form: Values): Promise<Record<string, Property>>;
  /** Properties of each entry of a list. */
  properties?: Record<string, Property>;
}

export interface Step {
  name: string;
  displayName: string;
  description: string;
  props: Record<string, Property>;
}

export interface Action extends Step {
  /** Throws an `Error` with a message for people. */
  run(auth: Connection, form: Values, files?: FileStore): Promise<unknown>;
}

export interface Trigger extends Step {
  sampleData: unknown;
  /** The platform keeps `store` between polls. */
  poll(auth: Connection, form: Values, store: Values): Promise<Output[]>;
  test(auth: Connection, form: Values): Promise<Output[]>;
}

/** The platform's file storage: returns a reference to the file. */
export type FileStore = (name: string, content: Buffer) => Promise<string>;

const POLL_BUDGET_MS = 5 * 60_000;
const TIMEZONE = 'UTC';
const clock = systemClock((ms) => new Promise((resolve) => setTimeout(resolve, ms)));

export const actions: Action[] = [...flatOperations('create'), ...flatOperations('search')].map(
  actionOf,
);
export const triggers: Trigger[] = FLAT_TRIGGERS.map(triggerOf);

/** Whether the credentials work; throws if not. */
export function validateAuth(auth: Connection): Promise<unknown> {
  return withContext(auth, ({ client }) => checkAccount(client));
}

function actionOf(operation: FlatOperation): Action {
  const { flat, input, output } = operation;
  return {
    name: flat.key,
    displayName: flat.label,
    description: [flat.description, operationNote(operation)].filter(Boolean).join(' '),
    props: propertiesOf(input),
    run: (auth, form, files) =>
      withContext(auth, async (context) => {
        const raw = collectFlatInput(input, form, openFile);
        const file = output.returns === 'file' && files ? fileSink(files) : undefined;
        const result = await runOperation(
          operation,
          // Nothing identifies a run across the platform's retries.
          { ...context, itemKey: crypto.randomUUID(), fileSink: file?.sink },
          raw,
        );
        const outputs = [result].flat().map((one) => dropReplacedKeys(one, output.fields));
        if (output.returns === 'many' || flat.kind === 'search') return outputs;
        return file ? { ...outputs[0], file: file.reference() } : outputs[0];
      }),
  };
}

function triggerOf(trigger: FlatTrigger): Trigger {
  const { flat, output } = trigger;
  // This platform keeps state, so all inputs apply.
  const input = (form: Values) =>
    readInput(trigger.input, collectFlatInput(trigger.input, form), { timezone: TIMEZONE });
  return {
    name: flat.key,
    displayName: flat.label,
    description: flat.description,
    props: propertiesOf(trigger.input),
    sampleData: output.sample,
    test: (auth, form) =>
      withContext(auth, (context) => sampleItems(trigger, context, input(form))),
    poll(auth, form, store) {
      const { deadlineAt, softDeadlineAt } = pollLimits(clock, POLL_BUDGET_MS);
      return withContext(
        auth,
        async ({ client }) => {
          const { items, state } = await runPoll(
            trigger,
            { client, softDeadlineAt },
            input(form),
            auth,
            store as Partial<PollState>,
          );
          Object.assign(store, state);
          return items;
        },
        deadlineAt,
      );
    },
  };
}

/** Runs with a separate context and converts the core's errors to the platform's. */
async function withContext<T>(
  connection: Connection,
  work: (context: SharedContext) => Promise<T>,
  deadlineAt?: number,
): Promise<T> {
  const context = createContext({
    connection,
    transport: fetchTransport(connection.apiKey.trim(), fetch),
    clock,
    timezone: TIMEZONE,
    deadlineAt,
  });
  try {
    return await work(context);
  } catch (thrown) {
    throw isServiceError(thrown) ? new Error(`${thrown.message}. ${thrown.hint}`) : thrown;
  }
}

function openFile(url: string, label: string, key: string) {
  return downloadFile(
    async (from, signal) => (await fetch(from, { signal })) as unknown as DownloadResponse,
    url,
    label,
    key,
  );
}

function fileSink(files: FileStore): { sink: FileSink; reference(): string | undefined } {
  let reference: string | undefined;
  return {
    reference: () => reference,
    sink: {
      as: 'file',
      async write({ name }, content) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of content) chunks.push(chunk);
        reference = await files(name, Buffer.concat(chunks));
      },
    },
  };
}

function propertiesOf(inputs: InputFields): Record<string, Property> {
  return Object.assign(
    {},
    ...Object.entries(inputs).map(([key, field]) => propertyOf(key, field)),
  ) as Record<string, Property>;
}

function propertyOf(key: string, field: InputField): Record<string, Property> {
  if (field.kind === 'passRef') {
    return Object.assign(
      {},
      ...Object.entries(field.combines).map(([name, part]) => propertyOf(name, part)),
    ) as Record<string, Property>;
  }
  const base = {
    displayName: field.label,
    description: helpText(field, 'options' in field ? field.options : []),
    required: field.required,
    ...(field.default === undefined ? {} : { defaultValue: field.default }),
  };
  return { [key]: { ...base, ...controlOf(key, field) } };
}

type Control = Pick<Property, 'type'> & Partial<Property>;

function controlOf(key: string, field: Exclude<InputField, { kind: 'passRef' }>): Control {
  switch (field.kind) {
    case 'text':
      if (field.format === 'passId') {
        return dropdown(['templateId'], ({ client }, { templateId }, filter) =>
          pickPasses(client, { filter, templateId: templateId as string | undefined }),
        );
      }
      return { type: field.multiline ? 'LONG_TEXT' : 'SHORT_TEXT' };
    case 'number':
    case 'limit':
      return { type: 'NUMBER' };
    case 'boolean':
    case 'confirmation':
      return { type: 'CHECKBOX' };
    case 'choice':
      return { type: 'STATIC_DROPDOWN', options: field.options.map(staticOption) };
    case 'choices':
      return { type: 'STATIC_MULTI_SELECT', options: field.options.map(staticOption) };
    case 'templateRef':
      return dropdown([], ({ client }, _form, filter) =>
        pickTemplates(client, { filter, requiresFeature: field.requiresFeature }),
      );
    case 'templateRefs':
      return {
        ...dropdown([], ({ client }, _form, filter) => pickTemplates(client, { filter })),
        type: 'MULTI_SELECT_DROPDOWN',
      };
    case 'ref':
      return dropdown([...(field.dependsOn ?? [])], ({ client }, form, filter) =>
        PICKERS[field.of].pick(client, { filter, parents: form as Record<string, string> }),
      );
    case 'fieldValues':
      return {
        type: 'DYNAMIC',
        refreshers: ['templateId'],
        loadProperties: (auth, form) => templateProperties(key, field, auth, form),
      };
    case 'list':
      return {
        type: 'ARRAY',
        properties: Object.fromEntries(
          Object.entries(propertiesOf(field.entry)).map(([name, property]) => [
            listEntryKey(key, name),
            { ...property, required: false },
          ]),
        ),
      };
    case 'json':
      return { type: 'JSON' };
    case 'file':
    case 'image':
      return { type: 'FILE' };
    case 'color':
    case 'dateTime':
      return { type: 'SHORT_TEXT' };
  }
}

function staticOption({ label, value }: Option) {
  return { label, value };
}

function dropdown(
  refreshers: string[],
  pick: (context: SharedContext, form: Values, search?: string) => Promise<PickerPage>,
): Control {
  return {
    type: 'DROPDOWN',
    refreshers,
    load: (auth, form, search) =>
      withContext(auth, async (context) =>
        (await pick(context, form, search)).choices.map(({ id, label }) => ({ label, value: id })),
      ),
  };
}

/** The fields of the chosen template; an object by field ID if they are unknown. */
function templateProperties(
  key: string,
  field: InputField,
  auth: Connection,
  { templateId }: Values,
): Promise<Record<string, Property>> {
  const byId: Property = {
    type: 'OBJECT',
    displayName: field.label,
    description: fieldValuesByIdHelp(field),
    required: false,
  };
  return withContext(auth, async ({ templates }) => {
    const fields = typeof templateId === 'string' ? await templates.fields(templateId) : undefined;
    if (!fields || fields.length === 0) return { [key]: byId };
    return Object.fromEntries(
      fields.map((one) => [
        templateFieldKey(one.id),
        {
          type: 'SHORT_TEXT',
          displayName: one.label,
          description: templateFieldHelp(one),
          required: false,
        },
      ]),
    );
  });
}
