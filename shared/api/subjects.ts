/** What calls are about, and how the service says that it is missing (docs/service.md#errors). */

import { CHECK_THE_ID, isServiceError } from '../errors/serviceError';
import type { Subject } from '../http/serviceCall';
import { quoted } from '../service/text';

/** A kind of object with an ID. */
export interface SubjectKind extends Omit<Subject, 'message'> {
  /** Sentence case: `Badge holder`. */
  noun: string;
}

const NO_PASS = { status: 404, text: 'Pass not found' };
const NO_RESOURCE = { status: 404, text: 'Resource not found' };
const BADGE_ANSWERS = [
  { status: 404, text: 'not found' },
  { status: 403, text: 'forbidden' },
];

const PASS = { noun: 'Pass', field: 'passId', hint: CHECK_THE_ID };
export const PASS_TO_READ: SubjectKind = { ...PASS, answers: [NO_PASS] };
export const PASS_TO_CHANGE: SubjectKind = { ...PASS, answers: [NO_RESOURCE] };
export const PASS_TO_MESSAGE: SubjectKind = { ...PASS, answers: [NO_PASS, NO_RESOURCE] };

export const TEMPLATE: SubjectKind = {
  noun: 'Template',
  field: 'templateId',
  hint: "Choose the template again in 'Template'. It may have been deleted, or belong to a different account than the API key.",
  answers: [NO_RESOURCE],
};
export const TEMPLATE_TO_ISSUE: SubjectKind = {
  ...TEMPLATE,
  answers: [
    {
      status: 403,
      text: "You don't have permission to access this resource or resource does not exist",
    },
  ],
};

export const KEY: SubjectKind = {
  noun: 'API key',
  field: 'keyId',
  hint: "Choose the key again in 'Key'. It may belong to a different account than this {connection}.",
  answers: [NO_RESOURCE],
};

export const BADGE = badgeResource('Badge', 'Badge', 'badgeTemplateId');
export const BADGE_PASS = badgeResource('Badge pass', 'Badge Pass', 'passId');
const BADGE_HOLDER = badgeResource('Badge holder', 'Holder', 'userId');
export const HOLDER: SubjectKind = {
  ...BADGE_HOLDER,
  hint: `${BADGE_HOLDER.hint} A person who is only invited has no holder ID yet.`,
};
export const HOLDER_TO_REMOVE: SubjectKind = {
  ...BADGE_HOLDER,
  hint: `${BADGE_HOLDER.hint} For a person who is only invited, set 'Identify By' to Email or Phone.`,
};

function badgeResource(noun: string, label: string, field: string): SubjectKind {
  const hint = `Choose it again in '${label}'. It may have been deleted, or belong to a different account than the API key.`;
  return { noun, field, hint, answers: BADGE_ANSWERS };
}

/** The object with this ID. */
export function subject({ noun, ...resource }: SubjectKind, id: string): Subject {
  return { ...resource, message: `${noun} not found: ${quoted(id)}` };
}

/** `undefined` if what a call is about does not exist. That the account must not touch it is another answer: 403. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch((thrown: unknown) => {
    if (isServiceError(thrown, 'notFound') && thrown.status === 404) return undefined;
    throw thrown;
  });
}
