/** The parts of a bundle that a test sets; the engine adds the rest. */
export interface ZapierBundle {
  authData?: Record<string, string>;
  inputData?: Record<string, unknown>;
  /** The fields before Zapier replaced values of earlier steps; default the input data. */
  inputDataRaw?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  /** Further parts of a bundle: `subscribeData`, `targetUrl`, `cleanedRequest`, `skipChecks`, … */
  [part: string]: unknown;
}

/**
 * `cleaned`: without empty values, recursively, as Zapier sends it by default. `raw`: unchanged, as an app
 * requests with the flag `cleanInputData: false`. By default the app's flag decides.
 */
type InputMode = 'cleaned' | 'raw';

export interface PerformOptions {
  input?: InputMode;
}

export type OperationKind = 'create' | 'search' | 'trigger';

/** An input field, its functions resolved. */
export interface ZapierField {
  key: string;
  label?: string;
  type?: string;
  required?: boolean;
  helpText?: string;
  choices?: unknown;
  dynamic?: string;
  children?: ZapierField[];
  [property: string]: unknown;
}

/** One finding of Zapier's schema for an app. */
export interface ValidationIssue {
  property: string;
  message: string;
  [detail: string]: unknown;
}

/** The app definition as Zapier's backend gets it: JSON, functions replaced by markers. */
export interface ZapierDefinition {
  version: string;
  platformVersion: string;
  authentication?: Record<string, unknown>;
  triggers?: Record<string, ZapierStep>;
  creates?: Record<string, ZapierStep>;
  searches?: Record<string, ZapierStep>;
  searchOrCreates?: Record<string, Record<string, unknown>>;
  [part: string]: unknown;
}

export interface ZapierStep {
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean; [property: string]: unknown };
  operation: Record<string, unknown>;
}

/** A line of the app's log as Zapier stores it, secrets already masked. */
export interface ZapierLogLine {
  message: string;
  data: Record<string, unknown>;
}
