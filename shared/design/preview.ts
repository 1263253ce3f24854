/** A design before it is sent: as flat values, and compared with the one that the template has now. */

import { isRecord } from '../runtime/records';
import { capitalized } from '../service/wording';
import type { DesignBody } from './changes';
import { type ShownField, type TemplateDesign, shownFields } from './fields';

/** The values of a design without objects: `{ header: { label } }` -> `headerLabel`. Lists are kept. */
export function flatDesign(design: DesignBody): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(design).flatMap(([key, value]): [string, unknown][] =>
      isRecord(value)
        ? Object.entries(flatDesign(value)).map(([part, each]) => [key + capitalized(part), each])
        : [[key, value]],
    ),
  );
}

/** A design after a change: the header merges key by key, lists are replaced whole (docs/service.md#lists-are-replaced). */
export function changedDesign(current: TemplateDesign, changes: DesignBody): TemplateDesign {
  const header =
    isRecord(current.header) && isRecord(changes.header)
      ? { ...current.header, ...changes.header }
      : (changes.header ?? current.header);
  return { ...current, ...changes, header };
}

type NamedField = Pick<ShownField, 'id' | 'label'>;

/** What a change does to the fields that a card shows. Passes store values by field ID, so the ID decides. */
interface FieldChanges {
  /** No longer on the card, and neither are their values. */
  removed: NamedField[];
  added: NamedField[];
  renamed: (NamedField & { newLabel: string })[];
}

/** Compares the fields on the card before and after a change, each in the order of its card. */
export function compareFields(before: TemplateDesign, after: TemplateDesign): FieldChanges {
  const [old, now] = [labelsById(before), labelsById(after)];
  const named = ([id, label]: [string, string]): NamedField => ({ id, label });
  return {
    removed: [...old].filter(([id]) => !now.has(id)).map(named),
    added: [...now].filter(([id]) => !old.has(id)).map(named),
    renamed: [...old].flatMap(([id, label]) => {
      const newLabel = now.get(id);
      return newLabel === undefined || newLabel === label ? [] : [{ id, label, newLabel }];
    }),
  };
}

/** A field that is shown twice has the label of its first place. */
function labelsById(design: TemplateDesign): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { id, label } of shownFields(design)) if (!labels.has(id)) labels.set(id, label);
  return labels;
}
