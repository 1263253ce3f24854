import { quoted } from '../../service/text';
import { counted } from '../../service/wording';
import { exportAll } from '../../operations/pass/export';
import type { EndedRun, Finding } from './finding';

/** Passes that may match a filter by a field, although the list shows no value of it. */
export function findWithoutListedValue({ context }: EndedRun): Finding | undefined {
  const lines = [...context.notes.withoutListedValue].map(
    ([field, count]) =>
      `${counted(count, 'pass', 'passes')} may match as well: the list of passes shows no ${quoted(field)} for them, because the field is empty or its value was written elsewhere. '${exportAll.label}' has the values of all fields.`,
  );
  return lines.length === 0 ? undefined : { about: 'withoutListedValue', items: [], lines };
}
