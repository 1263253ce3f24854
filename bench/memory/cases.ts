/** What is measured. */
export const CASE_NAMES = [
  'getMany',
  'getManyRaw',
  'exportItems',
  'exportFile',
  'exportInItem',
] as const;
export type CaseName = (typeof CASE_NAMES)[number];

/** What a child process is told: the case, and where the service is. */
export interface Order {
  name: CaseName;
  baseUrl: string;
  apiKey: string;
  templateId: string;
  /** A template of the same account without passes. */
  emptyTemplateId: string;
}

export interface Measured {
  /** Passes returned. */
  rows: number;
  /** Their JSON, or the file. */
  bytes: number;
  /** Most that was alive while it ran, above what was alive before, bytes. */
  peak: number;
  /** What the returned data keeps alive, bytes. */
  held: number;
  ms: number;
  /** Of the whole process, kB; garbage included. */
  maxRss: number;
}
