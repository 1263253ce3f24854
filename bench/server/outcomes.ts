import type { IDataObject } from 'n8n-workflow';

import type { PassIdentity } from '../manyItems/service';
import type { Input } from './rows';

/** Outcome of a run, compared with its input. */
export interface Outcomes {
  /** Rows' numbers that had no pass, should get one, and have one now. */
  issued: number;
  /** Passes beyond the first of a number; those before the run count as first. */
  duplicates: number;
  /** Rows with an invalid email address that got a pass. */
  badIssued: number;
  /** Rows without a pass and without an error message in the output. */
  withoutOutcome: number;
  /** Rows with an error message in the output. */
  errors: number;
}

/**
 * @param passes on the template after the run
 * @param output items of the node that issues passes, one per row
 */
export function compareWithInput(
  { rows, toIssue, bad }: Input,
  passes: PassIdentity[],
  output: IDataObject[],
): Outcomes {
  if (output.length > rows.length) {
    throw new Error(`${output.length} output items for ${rows.length} rows`);
  }
  const numbers = new Map(rows.map(({ email, number }) => [email, number]));
  // Passes issued without an external ID are recognized by their email address.
  const withPass = passes.map(({ externalId, email = '' }) => externalId ?? numbers.get(email));
  const distinct = new Set(withPass);
  if (distinct.has(undefined)) throw new Error('There is a pass that belongs to no row');
  const count = (wanted: Set<string>) => [...wanted].filter((each) => distinct.has(each)).length;
  const errors = output.filter(hasError).length;
  const withOutcome = errors + output.filter((item) => !hasError(item) && hasPass(item)).length;
  return {
    issued: count(toIssue),
    duplicates: passes.length - distinct.size,
    badIssued: count(bad),
    withoutOutcome: rows.length - withOutcome,
    errors,
  };
}

function hasPass({ id }: IDataObject): boolean {
  return typeof id === 'string' && id !== '';
}

/** The connector and the pool output a message, the HTTP Request node an object with one. */
function hasError({ error }: IDataObject): boolean {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof message === 'string' && message !== '';
}
