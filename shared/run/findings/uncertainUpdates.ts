import { quoted } from '../../service/text';
import { counted, listed } from '../../service/wording';
import type { EndedRun, Finding } from './finding';

const MAX_NAMES = 5;

/**
 * Passes that were updated although a person may call them unchanged. A single item is an event, whose update needs no
 * reason.
 */
export function findUncertainUpdates({ operation, context, items }: EndedRun): Finding | undefined {
  if (items.length < 2) return undefined;
  const { withoutRow, ofUnlisted, unlisted } = context.notes.uncertainUpdates;
  const updated = (count: number) => counted(count, 'pass was updated', 'passes were updated');
  const labels = [...unlisted].map((name) => quoted(operation.input[name]?.label ?? name));
  const lines = [
    withoutRow > 0 &&
      `${updated(withoutRow)} without comparing the values: a run compares them from 20 external IDs on, and only if reading the list takes fewer requests than updating the passes.`,
    ofUnlisted > 0 &&
      `${updated(ofUnlisted)} because the list of passes does not show whether they already have ${listed(labels, MAX_NAMES)}. It shows fields once they were written from here; a phone number or barcode value that it does not show is sent in every run.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? undefined : { about: 'uncertainUpdates', items: [], lines };
}
