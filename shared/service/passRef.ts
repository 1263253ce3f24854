/** Identifies a pass. An external ID is unique only within a template. */
export type PassRef =
  | { by: 'id'; passId: string; templateId?: string }
  | { by: 'externalId'; externalId: string; templateId: string };

/** An external ID of a template. */
export interface ExternalIdRef {
  templateId: string;
  externalId: string;
}
