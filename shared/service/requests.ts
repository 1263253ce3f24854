/** Bodies of the requests that issue and change passes. Their values are checked as inputs (shared/fields). */

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

/** Fields that `PATCH /pass` can change. Without null, which the service refuses. */
export interface PassChanges extends PassValues {
  email?: string;
  phone?: string;
  isValid?: boolean;
  /** Only with `isValid: false`. */
  invalidatedReason?: InvalidatedReason;
}
