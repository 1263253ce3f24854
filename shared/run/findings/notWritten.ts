import { overwrite, upsert } from '../../operations/pass/upsert';
import { counted } from '../../service/wording';
import { type EndedRun, type Finding, indexesOf, outputOf } from './finding';

/** The items whose values an existing pass does not get, because they change through use. */
export function findNotWritten({ operation, items }: EndedRun): Finding | undefined {
  const namesOf = (item: (typeof items)[number]) =>
    outputOf(item)?.notWritten as string[] | undefined;
  const found = items.filter((item) => namesOf(item) !== undefined);
  if (found.length === 0) return undefined;
  const names = new Set(found.flatMap((item) => namesOf(item) ?? []));
  const where = 'overwrite' in operation.input ? '' : ` of '${upsert.label}'`;
  const line = `${counted(found.length, 'item')} found an existing pass, which does not get: ${[...names].join(', ')}. To write it, choose it in '${overwrite.label}'${where}.`;
  return { about: 'notWritten', items: indexesOf(found), lines: [line] };
}
