/** All cases; each is an operation with one form of output. */
export const CASE_NAMES = [
  'getMany',
  'getManyRaw',
  'exportItems',
  'exportFile',
  'exportInItem',
  'issueMany',
] as const;
export type CaseName = (typeof CASE_NAMES)[number];

/** Argument of the child process, as JSON. */
export interface CaseOptions {
  name: CaseName;
  baseUrl: string;
  apiKey: string;
  templateId: string;
  /** A template of the same account without passes. */
  emptyTemplateId: string;
}

/** Result of the child process, as JSON. */
export interface Measured {
  /** Passes returned, or issued. */
  rows: number;
  /** Size of their JSON, or of the file. */
  bytes: number;
  /** Highest live memory during the run, above that before it, bytes. */
  peak: number;
  /** Live memory after the run, above that before it: the returned data, bytes. */
  held: number;
  ms: number;
  /** Of the whole process, including garbage, kB. */
  maxRss: number;
}
