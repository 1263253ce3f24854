import type { IDataObject } from 'n8n-workflow';

import type { N8nRun } from '../../engines/n8nEngine';
import { NODE } from '../n8n';
import type { Output } from './scenario';

/** The outcome of one item, as the platform reports it. */
export interface Verdict {
  state: 'done' | 'failed' | 'unknown' | 'notStarted';
  outputs: Output[];
  /** The message of a failure. */
  text: string;
}

/** How both platforms report an unknown result. */
const UNKNOWN =
  /unknown result|result for each of them is unknown|may have been|could not be read/i;

export function unknownOrFailed(text: string): 'unknown' | 'failed' {
  return UNKNOWN.test(text) ? 'unknown' : 'failed';
}

/** The outcome of each of `count` items on n8n, for every On Error setting. */
export function n8nVerdicts(run: N8nRun, count: number): Verdict[] {
  const verdicts = Array.from({ length: count }, (): Verdict => {
    return { state: 'notStarted', outputs: [], text: '' };
  });
  const error = run.error(NODE);
  if (error) {
    const text = `${error.message} ${error.description ?? ''}`;
    const { done, failed, unknown } = (error.context?.report ?? {}) as {
      done?: IDataObject[];
      failed?: number[];
      unknown?: number[];
    };
    for (const item of done ?? []) set(Number(item.item), 'done', '');
    for (const item of failed ?? []) set(item, 'failed', text);
    for (const item of unknown ?? []) set(item, 'unknown', text);
    return verdicts;
  }
  for (const output of [0, 1]) {
    for (const { json, pairedItem } of run.items(NODE, output)) {
      const { item } = pairedItem as { item: number };
      if (typeof json.error === 'string') {
        const { details } = json as { details?: unknown };
        const text = `${json.error} ${JSON.stringify(details)}`;
        set(item, unknownOrFailed(text), text);
      } else set(item, 'done', '', json);
    }
  }
  // An operation with an empty list is also done.
  return verdicts.map((one) => (one.state === 'notStarted' ? { ...one, state: 'done' } : one));

  function set(item: number, state: Verdict['state'], text: string, output?: Output): void {
    const verdict = verdicts[item];
    if (!verdict) throw new Error(`There is output for item ${item}, which was not in the input`);
    Object.assign(verdict, { state, text });
    if (output) verdict.outputs.push(output);
  }
}
