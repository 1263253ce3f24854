import type { BareDateMeans } from '../service/dates';
import type { Scope } from '../service/scopes';
import type { Problem } from './problem';

/** Unparsed input of one item as the platform collected it, by input key. */
export type RawInput = Readonly<Record<string, unknown>>;

/** Context for parsing a value. */
export interface ReadContext {
  /** IANA time zone of the run, for dates without a zone. */
  timezone: string;
}

/** Part of the form that holds an optional field. Fields without a section come first. */
export type Section = 'options' | 'changes' | 'filters' | 'design' | 'images';

/** Some values of each input, by input key. */
type ValuesOfInputs = Readonly<Record<string, readonly (string | boolean)[]>>;

/** A text below an input, for these values of inputs. */
export interface Notice {
  when: ValuesOfInputs;
  text: string;
}

/** Declarations that every input may have. */
export interface Texts {
  /** Title Case, on both platforms. */
  label: string;
  /**
   * One or two sentences. For a `boolean` and a `confirmation`, they begin with a verb in lower case ("skip ...",
   * "revoke ..."), because each platform adds its own opening words.
   */
  description?: string;
  section?: Section;
  /** A sentence that only this platform shows after the description. */
  onN8n?: string;
  onZapier?: string;
  placeholder?: string;
  /** Shown for some values of a choice or a switch. */
  notice?: Notice;
  /** Show this input only for these values of other inputs. */
  visibleWhen?: ValuesOfInputs;
  /**
   * Set on an input that identifies or filters something. If it was mapped, but is empty for an item, the item is
   * refused with this fix: as an input that was left empty, it would issue a pass twice, or find everybody's passes.
   * IDs, references and filters have a default fix.
   */
  mappedEmptyFix?: string;
  /** Keys of other inputs. If one of them has a value, this input may be mapped and empty. */
  mappedEmptyUnless?: readonly string[];
  /**
   * Set if the input is about fields that the form cannot list. It is hidden if a template is chosen in the form,
   * because its fields are listed.
   */
  forUnlistedFields?: true;
  /** Only templates with this feature have it. Zapier's form hides it if the chosen template lacks the feature. */
  forFeature?: TemplateFeature;
  /**
   * The input is useless without this. Zapier runs one item, keeps no state between polls, and ends a poll after 30 s.
   */
  needs?: 'manyItems' | 'state' | 'longPolls';
  /** Additional scopes that the operation needs while this input is empty. */
  scopesIfEmpty?: readonly Scope[];
  /** Additional scopes that the operation needs if this input has a value. */
  scopesIfGiven?: readonly Scope[];
}

interface Common<T> extends Texts {
  required: boolean;
  /** Used if no value is entered. If the field is required, the form only starts with it. */
  default?: unknown;
  /** Error for a missing required value. Default: "is empty". */
  missing?: Problem;
  /**
   * Parses a value that is not blank; `undefined` if it turns out to be empty.
   * @param value the raw value; for a `passRef`, which has several inputs in the form, the whole raw input
   * @throws {import('./problem').InvalidValue} without label and key, which the reader adds
   */
  parse(value: unknown, context: ReadContext): T;
}

export interface Option {
  value: string;
  label: string;
  description?: string;
  /** Set if the choice may surprise. Zapier's dropdowns show labels only, so the help of the input explains it. */
  inHelp?: true;
  /** Additional scopes that the operation needs for this option. */
  scopes?: readonly Scope[];
  /** For a choice about sending a message: the effect of this option. */
  sends?: 'yes' | 'no' | 'accountSetting' | 'ifAvailable';
}

/** The kinds of input, by the meaning of a value. Each platform chooses its control. */
export type InputField<T = unknown> = Common<T> &
  (
    | {
        kind: 'text';
        multiline?: boolean;
        format?: 'email' | 'phone' | 'passId' | 'fileId' | 'language';
        /** Set if the text identifies something. Spaces around it are removed, and the output reports that. */
        identifies?: Identifies;
      }
    | { kind: 'number'; min?: number; max?: number; integer: boolean; default?: number }
    /** How many results to return: a number, or `ALL_RESULTS`. */
    | { kind: 'limit'; default: number }
    /**
     * `noExpression`: no expression or model may set it, as with a confirmation. `notByModel`: no model may set it.
     * `scopes`: additional scopes that the operation needs while it is on.
     */
    | {
        kind: 'boolean';
        default: boolean;
        noExpression?: true;
        notByModel?: true;
        scopes?: readonly Scope[];
      }
    | { kind: 'choice'; options: readonly Option[]; default?: string }
    | { kind: 'choices'; options: readonly Option[] }
    | { kind: 'dateTime'; bareDate: BareDateMeans }
    /** A hex color. */
    | { kind: 'color' }
    /** A JSON object, typed or mapped. */
    | { kind: 'json' }
    /** A switch that must be on to run; off by default, and never set by an expression. */
    | { kind: 'confirmation' }
    /** A file to upload, or a public URL. */
    | { kind: 'file' }
    /** An image of a design: an uploaded file's ID, a file to upload, or a public URL. */
    | { kind: 'image' }
    /** One template, picked from a list or by ID. */
    | { kind: 'templateRef'; requiresFeature?: TemplateFeature }
    /** Several templates. */
    | { kind: 'templateRefs'; requiresFeature?: TemplateFeature }
    /** Another object of the service, picked from a list or by ID. */
    | { kind: 'ref'; of: RefTarget; dependsOn?: readonly string[] }
    /**
     * One pass, by `passId`, or by `externalId` or `contact` + `templateId`; combines those inputs. `template:
     * 'always'` also offers the template for a pass that is named by its ID.
     */
    | {
        kind: 'passRef';
        template: 'unlessById' | 'always';
        contactMatches: ContactMatches;
        requiresFeature?: TemplateFeature;
        combines: Record<'passId' | 'externalId' | 'contact' | 'templateId', InputField>;
      }
    /** Values for the fields of the template in input `templateId`, keyed by field ID. */
    | { kind: 'fieldValues' }
    /** Several entries, each with the same inputs. */
    | { kind: 'list'; entry: InputFields; entryLabel: string }
  );

/** The kinds of input that declarations use. */
export type Kind = InputField['kind'];
/** An input of one kind. */
export type FieldOf<K extends Kind> = InputField & { kind: K };

/**
 * The kind of identifier that a text is:
 * - `externalId`: the user's own ID of a pass, used for lookups
 * - `externalIdPrefix`: the beginning of such IDs
 * - `ownId`: another ID of the user, e.g. of an event
 * - `barcode`: the content of a barcode
 * - `name`: a name or a value to find something by
 */
export type Identifies = 'externalId' | 'externalIdPrefix' | 'ownId' | 'barcode' | 'name';

/** Kinds of objects that a `ref` may refer to. Each has its own picker in `shared/pickers`. */
export type RefTarget =
  'badge' | 'badgeHolder' | 'badgePass' | 'apiKey' | 'templateField' | 'dateField' | 'valueField';

/**
 * Which pass of a template a contact names. It must be the only match:
 * - `valid`: the valid pass
 * - `validFirst`: the valid pass or, if none is valid, the other pass
 * - `any`: the only pass, valid or not
 */
export type ContactMatches = 'valid' | 'validFirst' | 'any';

/** Features that an operation may need: its lists show only templates that have them. */
const TEMPLATE_FEATURES = ['stampCard', 'balance'] as const;
export type TemplateFeature = (typeof TEMPLATE_FEATURES)[number];
/** Every list of templates that a form may offer; `undefined` lists all of them. */
export const TEMPLATE_LIST_FEATURES: readonly (TemplateFeature | undefined)[] = [
  undefined,
  ...TEMPLATE_FEATURES,
];

export interface InputFields {
  [key: string]: InputField;
}

/** The parsed input of a declaration, from its fields. */
export type InputOf<F> = { [K in keyof F]: F[K] extends InputField<infer T> ? T : never };

/** A field that may be left empty. */
export type Optional<T> = InputField<T | undefined>;

/**
 * The builder of optional fields of one kind.
 * @param props of every such field; the texts of a field take precedence
 */
export function builder<K extends Kind, T>(
  props: { kind: K } & Partial<FieldOf<K>>,
  parse: (value: unknown) => T | undefined,
): (texts: Texts) => Optional<T> {
  return (texts) => ({ required: false, ...props, ...texts, parse }) as Optional<T>;
}

/** Makes a field required: a blank value is refused, and the form starts with the `default`. */
export function required<T>(field: Optional<T>): InputField<T> {
  return { ...field, required: true } as InputField<T>;
}

/**
 * Checks or converts a parsed value further.
 * @param convert may throw `InvalidValue`
 */
export function transform<T, U>(
  field: Optional<T>,
  convert: (value: T) => U | undefined,
): Optional<U> {
  return {
    ...field,
    parse(value, context) {
      const parsed = field.parse(value, context);
      return parsed === undefined ? undefined : convert(parsed);
    },
  };
}
