/** How requests name, issue and change passes. Values are checked as inputs (shared/fields). */

import type { InvalidatedReason } from './vocabulary';

type FieldValues = Record<string, string | number>;

/** Entry of `passes` in `POST /pass`. Contacts are at the top level: the service ignores them in later passes. */
interface NewPass extends PassValues {
  templateId: string;
  externalId?: string;
}

interface PassValues {
  templateFields?: FieldValues;
  customFields?: FieldValues;
  collectedStamps?: number;
  redemptionValue?: string;
}

/** Body of `POST /pass`. */
export interface IssueRequest {
  passes: NewPass[];
  email?: string;
  phone?: string;
  sendToEmail?: boolean;
  sendToPhone?: boolean;
  /** Two letters. */
  locale?: string;
}

/** Fields that `PATCH /pass` can change. Never null, which the service refuses. */
export interface PassChanges extends PassValues {
  email?: string;
  phone?: string;
  isValid?: boolean;
  /** Sent only with `isValid: false`. */
  invalidatedReason?: InvalidatedReason;
}

/** A pass, as a request names it. An external ID is unique only within a template. */
export type PassRef =
  | {
      by: 'id';
      passId: string;
      templateId?: string;
      /** Set if a lookup has returned it. */
      externalId?: string | undefined;
      /** The holder's email or phone, if the pass was found by it. */
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

/** In a preview, represents the ID of a pass that an earlier item of the run would issue. */
export const NOT_ISSUED_YET = '(issued by an earlier item)';
