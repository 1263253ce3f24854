import { hasCountryCode } from '../../fields';
import { listed } from '../../service/wording';
import type { RunItem } from '../runItem';
import { type EndedRun, type Finding, hasExisted, indexesOf, isPreviewed } from './finding';

/** Longer lists are cut. */
const MAX_LISTED = 10;

/**
 * Phone numbers without a country code that a text message was requested for: the service may text them in a country
 * of its choice, or nowhere.
 */
export function findLocalNumbers({ operation, items }: EndedRun): Finding | undefined {
  const { sendToPhone } = operation.input;
  if (sendToPhone?.kind !== 'choice') return undefined;
  const silent = sendToPhone.options.flatMap(({ value, sends }) => (sends === 'no' ? value : []));
  const found = items.filter((item) => {
    const { phone, sendToPhone: choice } = item.inputs?.values ?? {};
    const isTexted = typeof phone === 'string' && !silent.includes(choice as string);
    return isTexted && !hasCountryCode(phone) && hasSent(item);
  });
  if (found.length === 0) return undefined;
  const numbers = new Set(found.map(({ inputs }) => String(inputs?.values.phone)));
  const line = `Text messages were requested for phone numbers without a country code: ${listed([...numbers], MAX_LISTED)}. Enter numbers with their country code, e.g. +1 202 555 0123.`;
  return { about: 'localNumbers', items: indexesOf(found), lines: [line] };
}

/** A pass that existed is not delivered again, and a preview sends nothing. */
function hasSent(item: RunItem): boolean {
  return item.result.state === 'done' && !isPreviewed(item) && !hasExisted(item);
}
