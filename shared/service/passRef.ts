/** How an operation identifies a pass; an external ID alone identifies nothing. */
export type PassRef =
  | { by: 'id'; passId: string; templateId?: string }
  | { by: 'externalId'; externalId: string; templateId: string };
