import { upsertInputs } from '../../operations/pass/upsert';
import { quoted } from '../../service/text';
import { type EndedRun, type Finding, indexesOf, outputOf } from './finding';

/** What the lists of the service do not show, so that a list with it is never unchanged. */
const NOT_LISTED = ['phone', 'redemptionValue'] as const;

/** Which inputs make a list of items be sent in every run. */
export function findSentEveryTime({ operation, items }: EndedRun): Finding | undefined {
  if (!('ifUnchanged' in operation.input) || items.length < 2) return undefined;
  const found = items.flatMap((item) => {
    const { ifUnchanged, ...values } = item.inputs?.values ?? {};
    const keys = NOT_LISTED.filter((key) => values[key] !== undefined);
    const isSent = ifUnchanged === 'skip' && outputOf(item)?.outcome === 'updated';
    return isSent && keys.length > 0 ? [{ item, keys }] : [];
  });
  if (found.length === 0) return undefined;
  const labels = NOT_LISTED.filter((key) => found.some(({ keys }) => keys.includes(key))).map(
    (key) => quoted(upsertInputs[key].label),
  );
  const line = `Items with ${labels.join(' or ')} are sent in every run: the service's lists of passes do not show whether a pass already has the value.`;
  return { about: 'sentEveryTime', items: indexesOf(found.map(({ item }) => item)), lines: [line] };
}
