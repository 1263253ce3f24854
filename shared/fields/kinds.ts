import type { BareDateMeans } from '../service/dates';
import type { Scope } from '../service/scopes';

/** What a platform hands over for one item, by input key, nothing parsed yet. */
export type RawInput = Readonly<Record<string, unknown>>;

/** What reading a value needs besides the value. */
export interface ReadContext {
  /** IANA zone of the workflow or Zap, for dates without one. */
  timezone: string;
}

/** Where n8n shows an optional field; required ones and those without a group stand at the top. */
export type Group =
  'options' | 'updateFields' | 'additionalFields' | 'filters' | 'design' | 'images';

export interface FieldTexts {
  /** Title Case, on both platforms. */
  label: string;
  /** One or more sentences; n8n's description and Zapier's help text. */
  description?: string;
  /** Shown under the field at all times: a cost, a consequence. */
  hint?: string;
  placeholder?: string;
  /** Values of another input without which this one has no effect; a platform can hide it until then. */
  onlyWith?: Readonly<Record<string, readonly (string | boolean)[]>>;
}

interface Common<T> extends FieldTexts {
  required: boolean;
  group?: Group;
  /**
   * Reads the value out of the raw input. Blank (null, undefined, spaces alone) is "not given".
   * @throws {import('../errors/serviceError').ServiceError} `invalidInput` naming the field
   */
  read(raw: RawInput, key: string, context: ReadContext): T;
}

export interface Option {
  value: string;
  label: string;
  description?: string;
  /** What a key needs for this choice beside the scopes of the operation. */
  scopes?: readonly Scope[];
  /** Where the choice is whether a message goes out: what this option makes of it. */
  sends?: 'yes' | 'no' | 'accountSetting';
}

/** The kinds of input there are. A kind says what a value means; each platform picks its control. */
export type InputField<T = unknown> = Common<T> &
  (
    | {
        kind: 'text';
        multiline?: boolean;
        format?: 'email' | 'phone' | 'passId';
        /** An ID of the user's own; spaces around it are removed, and the output says so. */
        isId?: boolean;
      }
    | { kind: 'number'; min?: number; max?: number; integer: boolean; default?: number }
    /** `literal`: only as stored in the step counts, as with a confirmation. */
    | { kind: 'boolean'; default: boolean; literal?: true }
    | { kind: 'choice'; options: readonly Option[]; default?: string }
    | { kind: 'choices'; options: readonly Option[] }
    | { kind: 'dateTime'; bareDate: BareDateMeans }
    /** A hex color. */
    | { kind: 'color' }
    /** A JSON object, typed or mapped. */
    | { kind: 'json' }
    /** A switch that must be on for the step to run; off by default, and never set by an expression. */
    | { kind: 'confirmation' }
    /** A file to upload, or a public address. */
    | { kind: 'file' }
    /** An image of a design: an uploaded file's ID, a file to upload, or a public address. */
    | { kind: 'image' }
    /** One template, picked from a list or by ID. */
    | { kind: 'templateRef'; fits?: TemplateUse }
    /** Several templates. */
    | { kind: 'templateRefs'; fits?: TemplateUse }
    /** One thing of another kind, picked from a list or by ID. */
    | { kind: 'ref'; of: RefTarget; dependsOn?: readonly string[] }
    /**
     * One pass, by `passId` or by `externalId` + `templateId`: spreads over those input keys.
     * `template: 'always'` also asks for the template of a pass given by its ID.
     */
    | { kind: 'passRef'; template: 'withExternalId' | 'always'; fits?: TemplateUse }
    /** Values for the fields of the template in input `templateId`, keyed by field ID. */
    | { kind: 'fieldValues' }
    /** Several entries with inputs of their own. */
    | { kind: 'list'; entry: InputFields; entryLabel: string }
  );

/** What a `ref` may point at; each has a picker of its own in `shared/pickers`. */
export type RefTarget = 'badge' | 'badgeHolder' | 'badgePass' | 'apiKey';

/** What a template must have for an operation to work on its passes: lists show only such templates. */
export const TEMPLATE_USES = ['stampCard', 'balance'] as const;
export type TemplateUse = (typeof TEMPLATE_USES)[number];

export interface InputFields {
  [key: string]: InputField;
}

/** The parsed input of a declaration, from its fields. */
export type InputOf<F> = { [K in keyof F]: F[K] extends InputField<infer T> ? T : never };
