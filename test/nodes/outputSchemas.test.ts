import path from 'node:path';

import { loadOutputSchema } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import type { OutputSchema } from '../../nodes/WalletPass/output/outputSchema';
import { canSimplify } from '../../nodes/WalletPass/output/outputFormat';
import { OPERATIONS } from '../../shared/operations';
import { pickedOutput, simpleFields } from '../../shared/fields/output';
import { PREVIEWS, notAsPreviewed } from '../support/outputSchema';

/**
 * The output previews that the editor shows before an operation has run. test/support/n8n.ts checks in
 * every run that the output matches.
 */
const offered = OPERATIONS.filter(({ zapierOnly }) => !zapierOnly);

describe('output schema previews', () => {
  it.each(offered)('$resource $key is found by the server', ({ resource, key }) => {
    const found = loadOutputSchema({
      nodeDir: path.dirname(PREVIEWS),
      version: 1,
      resource,
      operation: key,
    }) as OutputSchema | undefined;
    expect(found?.type).toBe('object');
    expect(Object.keys(found?.properties ?? {})).not.toEqual([]);
    expect(withoutType(found)).toEqual([]);
  });

  it.each(offered)('$resource $key fits its sample', ({ resource, key, output }) => {
    const { sample, fields } = output;
    const item = canSimplify(output) ? pickedOutput(sample, simpleFields(fields), fields) : sample;
    expect(notAsPreviewed(resource, key, item as IDataObject)).toEqual([]);
  });

  it('a missing field, a wrong type and an extra field are reported', () => {
    const right = { id: 'ps_1', voided: true };
    expect(notAsPreviewed('pass', 'void', right)).toEqual([]);
    for (const wrong of [{ voided: true }, { ...right, id: 1 }, { ...right, more: 1 }]) {
      expect(notAsPreviewed('pass', 'void', wrong)).not.toEqual([]);
    }
  });
});

/** Parts that the editor would show as undefined. */
function withoutType(schema: OutputSchema | undefined, at = ''): string[] {
  if (typeof schema?.type !== 'string') return [at];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
      withoutType(one, `${at}.${key}`),
    ),
    ...(schema.items ? withoutType(schema.items, `${at}[]`) : []),
  ];
}
