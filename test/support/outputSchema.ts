import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Schema, Validator } from '@cfworker/json-schema';
import type { IDataObject } from 'n8n-workflow';

import type { OutputSchema } from '../../nodes/WalletPass/output/outputSchema';

/** The published previews. */
export const PREVIEWS = join(__dirname, '../../dist/nodes/WalletPass/__schema__');

/** A badge has more fields than docs/service.md lists, and all of them are output. */
const OPEN = ['badge get', 'badge getAll'];

const validators = new Map<string, Validator>();

/**
 * @returns differences between an item of an operation and its preview
 * is always there; stricter than the preview itself, which allows any field
 */
export function notAsPreviewed(resource: string, operation: string, item: IDataObject): string[] {
  const name = `v1.0.0/${resource}/${operation}.json`;
  const open = OPEN.includes(`${resource} ${operation}`);
  const preview = readPreview(name);
  const validator =
    validators.get(name) ??
    new Validator((open ? preview : closed(preview)) as Schema, '2020-12', false);
  validators.set(name, validator);
  return validator
    .validate(item)
    .errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items')
    .map(({ instanceLocation, error }) => `${resource} ${operation} ${instanceLocation}: ${error}`);
}

function readPreview(name: string): OutputSchema {
  return JSON.parse(readFileSync(join(PREVIEWS, name), 'utf8')) as OutputSchema;
}

/** Rejects undeclared keys in objects with declared keys. */
export function closed(schema: OutputSchema): object {
  const { properties, items, ...rest } = schema;
  return {
    ...(items && { items: closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, closed(property)]),
      ),
      additionalProperties: false,
    }),
    ...rest,
  };
}
