/** How the service reports that the object of a call does not exist (docs/service.md#errors). */

import { CHECK_THE_ID } from '../errors/serviceError';
import type { MissingObject } from '../http/serviceCall';
import { quoted } from '../service/text';

/** How a missing object of one kind is recognized, and how to fix it. */
export interface MissingRule extends Omit<MissingObject, 'message'> {
  /** Sentence case: `Badge holder`. */
  noun: string;
}

const NO_PASS = { status: 404, text: 'Pass not found' };
const NO_RESOURCE = { status: 404, text: 'Resource not found' };
const BADGE_RESPONSES = [
  { status: 404, text: 'not found' },
  { status: 403, text: 'forbidden' },
];

const PASS = { noun: 'Pass', field: 'passId', fix: CHECK_THE_ID };
export const PASS_TO_READ: MissingRule = { ...PASS, responses: [NO_PASS] };
export const PASS_TO_CHANGE: MissingRule = { ...PASS, responses: [NO_RESOURCE] };
export const PASS_TO_MESSAGE: MissingRule = { ...PASS, responses: [NO_PASS, NO_RESOURCE] };

export const TEMPLATE: MissingRule = {
  noun: 'Template',
  field: 'templateId',
  fix: "Choose the template again in 'Template'. It may have been deleted, or belong to a different account than the API key.",
  responses: [NO_RESOURCE],
};
export const TEMPLATE_TO_ISSUE: MissingRule = {
  ...TEMPLATE,
  responses: [
    {
      status: 403,
      text: "You don't have permission to access this resource or resource does not exist",
    },
  ],
};

export const KEY: MissingRule = {
  noun: 'API key',
  field: 'keyId',
  fix: "Choose the key again in 'Key'. It may belong to a different account than this {connection}.",
  responses: [NO_RESOURCE],
};

export const BADGE = badgeResource('Badge', 'Badge', 'badgeTemplateId');
export const BADGE_PASS = badgeResource('Badge pass', 'Badge Pass', 'passId');
const BADGE_HOLDER = badgeResource('Badge holder', 'Holder', 'userId');
export const HOLDER: MissingRule = {
  ...BADGE_HOLDER,
  fix: `${BADGE_HOLDER.fix} A person who is only invited has no holder ID yet.`,
};
export const HOLDER_TO_REMOVE: MissingRule = {
  ...BADGE_HOLDER,
  fix: `${BADGE_HOLDER.fix} For a person who is only invited, set 'Identify By' to Email or Phone.`,
};

function badgeResource(noun: string, label: string, field: string): MissingRule {
  const fix = `Choose it again in '${label}'. It may have been deleted, or belong to a different account than the API key.`;
  return { noun, field, fix, responses: BADGE_RESPONSES };
}

/** The same for the object with this ID. */
export function missingObject({ noun, ...rule }: MissingRule, id: string): MissingObject {
  return { ...rule, message: `${noun} not found: ${quoted(id)}` };
}
