import { invalidInput } from '../errors/serviceError';
import type { PassRef } from '../service/passRef';
import { isBlank } from '../service/text';
import type { InputField, Optional, RawInput, RefTarget, TemplateFeature, Texts } from './kinds';
import { InvalidValue } from './problem';
import { MISSING, parseInputsOrThrow } from './read';
import { parseReference } from './parseText';
import { text } from './text';

/** One template by its ID; the platforms let a person pick it from a list. */
export function templateRef(
  texts: Partial<Texts> & { requiresFeature?: TemplateFeature } = {},
): Optional<string> {
  return { kind: 'templateRef', required: false, label: 'Template', ...texts, parse: parseId };
}

/** Several templates, picked from a list or by ID. */
export function templateRefs(
  texts: Texts & { requiresFeature?: TemplateFeature },
): Optional<string[]> {
  return {
    kind: 'templateRefs',
    required: false,
    ...texts,
    parse(value) {
      const ids = [value].flat().flatMap((id) => (isBlank(id) ? [] : parseId(id)));
      return ids.length === 0 ? undefined : ids;
    },
  };
}

/** Another object of the service by its ID, picked from a list. */
export function ref(
  texts: Texts & { of: RefTarget; dependsOn?: readonly string[] },
): Optional<string> {
  return { kind: 'ref', required: false, ...texts, parse: parseId };
}

/** A pass by its ID alone; see {@link passRef} for a pass by its ID or by external ID and template. */
export function passId(texts: Texts): Optional<string> {
  return { kind: 'text', format: 'passId', required: false, ...texts, parse: parseId };
}

/** The inputs that a `passRef` combines. */
const mappedEmptyHint = 'Fill it, or clear the mapping and identify the pass in another way.';
const passInputs = {
  passId: passId({ label: 'Pass', mappedEmptyHint }),
  externalId: text({ label: 'External ID', isExternalId: true, mappedEmptyHint }),
  templateId: templateRef(),
};

/** One pass, by its ID or by external ID and template; the ID wins. Always required. */
export function passRef({
  template = 'withExternalId',
  requiresFeature,
}: {
  template?: 'withExternalId' | 'always';
  requiresFeature?: TemplateFeature;
} = {}): InputField<PassRef> {
  return {
    kind: 'passRef',
    label: 'Pass',
    required: true,
    template,
    requiresFeature,
    combines: passInputs,
    parse(value, context) {
      const raw = value as RawInput;
      const { passId, externalId, templateId } = parseInputsOrThrow(passInputs, raw, context);
      if (passId !== undefined) return { by: 'id', passId, templateId };
      if (externalId === undefined) throw noIdentifier(raw);
      if (templateId !== undefined) return { by: 'externalId', externalId, templateId };
      throw invalidInput(
        'Template',
        'templateId',
        MISSING.problem,
        "Choose the 'Template': an 'External ID' identifies a pass only within its template.",
      );
    },
  };
}

/** If only one identifier was offered, report that one. */
function noIdentifier(raw: RawInput) {
  const { problem, hint } = MISSING;
  if ('externalId' in raw && !('passId' in raw)) {
    return invalidInput('External ID', 'externalId', problem, hint);
  }
  if ('passId' in raw && !('externalId' in raw)) {
    return invalidInput('Pass', 'passId', problem, hint);
  }
  return invalidInput(
    'Pass',
    'passId',
    problem,
    "Choose a 'Pass', or enter an 'External ID' together with its 'Template'.",
  );
}

/** An ID without the spaces that sheets leave around it; never one that a URL path cannot hold. */
function parseId(value: unknown): string {
  const id = parseReference(value);
  if (id !== '.' && id !== '..') return id;
  throw new InvalidValue(
    `is not a valid ID: '${id}'`,
    'Enter the ID exactly as the service returned it.',
  );
}
