import { counted } from '../../service/wording';
import type { InputFields } from '../../fields';
import { type EndedRun, type Finding, indexesOf, outputOf } from './finding';

/** Label of the option that makes an external ID of a row's values. */
export const EXTERNAL_ID_COLUMNS_LABEL = 'Generate External ID From';

/** Whether items without an external ID are possible, which a repeated run issues again. */
export function hasOptionalExternalId({ externalId }: InputFields): boolean {
  return externalId?.required === false;
}

/** The items that issued a pass without an external ID: even an event that happens once may be run again. */
export function findWithoutExternalId({ operation, items }: EndedRun): Finding | undefined {
  if (!hasOptionalExternalId(operation.input)) return undefined;
  const found = items.filter((item) => {
    const { outcome, externalId } = outputOf(item) ?? {};
    return outcome === 'created' && externalId === undefined;
  });
  if (found.length === 0) return undefined;
  const [were, them] = found.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const line = `${counted(found.length, 'pass', 'passes')} ${were} issued without an external ID. Another run with the same items issues ${them} again. To prevent this, map 'External ID', or set '${EXTERNAL_ID_COLUMNS_LABEL}' in Options.`;
  return { about: 'withoutExternalId', items: indexesOf(found), lines: [line] };
}
