import { type ServiceError, invalidInput } from '../errors/serviceError';
import type { PassLookup, PassRef } from '../service/requests';
import { contact } from './contact';
import {
  type ContactMatches,
  type InputField,
  type Optional,
  type RawInput,
  type RefTarget,
  type TemplateFeature,
  type Texts,
  builder,
} from './kinds';
import { MISSING, parseInputsOrThrow } from './read';
import { listOf, parseReference } from './parseText';
import { text } from './text';

/** One template by its ID; the platforms let a person pick it from a list. */
export function templateRef(
  texts: Partial<Texts> & { requiresFeature?: TemplateFeature } = {},
): Optional<string> {
  return {
    kind: 'templateRef',
    required: false,
    label: 'Template',
    ...texts,
    parse: parseReference,
  };
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
      const ids = listOf(value).map(parseReference);
      return ids.length === 0 ? undefined : ids;
    },
  };
}

/** Another object of the service by its ID, picked from a list. */
export function ref(
  texts: Texts & { of: RefTarget; dependsOn?: readonly string[] },
): Optional<string> {
  return { kind: 'ref', required: false, ...texts, parse: parseReference };
}

/** A pass by its ID alone; see {@link passRef} for all ways to name a pass. */
export const passId = builder({ kind: 'text', format: 'passId' }, parseReference);

/** The inputs that a `passRef` combines. */
const mappedEmptyFix = 'Fill it, or clear the mapping and identify the pass in another way.';
const passInputs = {
  passId: passId({ label: 'Pass', mappedEmptyFix }),
  externalId: text({
    label: 'External ID',
    identifies: 'externalId',
    mappedEmptyFix,
    placeholder: 'e.g. M-0042',
    description: 'Your own ID for the pass, set when it was issued',
  }),
  contact: contact({
    label: 'Email or Phone',
    mappedEmptyFix,
    description:
      'Complete email address or phone number of the holder, as stored with the pass. Needs the scope passes.viewAll.',
    scopesIfGiven: ['passes.viewAll'],
  }),
  templateId: templateRef(),
};

/** One pass, by its ID, or within a template by external ID or by contact. Always required. */
export function passRef({
  template = 'unlessById',
  requiresFeature,
  contactMatches = 'valid',
}: {
  template?: 'unlessById' | 'always';
  requiresFeature?: TemplateFeature;
  contactMatches?: ContactMatches;
} = {}): InputField<PassRef | PassLookup> {
  return {
    kind: 'passRef',
    label: 'Pass',
    required: true,
    template,
    contactMatches,
    requiresFeature,
    combines: passInputs,
    parse(value, context) {
      const raw = value as RawInput;
      const { passId, externalId, contact, templateId } = parseInputsOrThrow(
        passInputs,
        raw,
        context,
      );
      if (externalId === undefined && contact === undefined) {
        if (passId === undefined) throw noIdentifier(raw);
        return { by: 'id', passId, templateId };
      }
      if (templateId === undefined) {
        const { label } = externalId === undefined ? passInputs.contact : passInputs.externalId;
        throw needsTemplate(label);
      }
      if (passId === undefined && contact === undefined && externalId !== undefined) {
        return { by: 'externalId', externalId, templateId };
      }
      return { by: 'lookup', passId, externalId, contact, templateId };
    },
  };
}

/** The error for an input that identifies a pass only within a template, if none is chosen. */
export function needsTemplate(label: string): ServiceError {
  return invalidInput(
    'Template',
    'templateId',
    MISSING.problem,
    `Choose the 'Template': '${label}' identifies a pass only within its template.`,
  );
}

/** If only one identifier was offered, the error names it. */
function noIdentifier(raw: RawInput) {
  const { problem, fix } = MISSING;
  const offered = (['passId', 'externalId', 'contact'] as const).filter((key) => key in raw);
  const [only] = offered;
  if (only !== undefined && offered.length === 1) {
    return invalidInput(passInputs[only].label, only, problem, fix);
  }
  return invalidInput(
    'Pass',
    'passId',
    problem,
    `Choose a 'Pass', or enter an 'External ID' or '${passInputs.contact.label}' together with the 'Template'.`,
  );
}
