/** A pass, as a request names it. An external ID is unique only within a template. */
export type PassRef =
  | {
      by: 'id';
      passId: string;
      templateId?: string;
      /** As far as a lookup has told it. */
      externalId?: string | undefined;
      /** The holder's email or phone, if that led to the pass. */
      contact?: string | undefined;
    }
  | { by: 'externalId'; externalId: string; templateId: string };

/** A pass that must be found first: by contact, or in several ways that must lead to the same pass. */
export interface PassLookup {
  by: 'lookup';
  templateId: string;
  passId?: string | undefined;
  externalId?: string | undefined;
  /** The holder's email or phone. */
  contact?: string | undefined;
}

/** An external ID of a template. */
export interface ExternalIdRef {
  templateId: string;
  externalId: string;
}

/** In a preview, in place of the ID of a pass that an earlier item of the run would issue. */
export const NOT_ISSUED_YET = '(issued by an earlier item)';
