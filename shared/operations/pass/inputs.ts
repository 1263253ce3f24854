import * as field from '../../fields';
import type { Section } from '../../fields';
import { capitalized } from '../../service/wording';
import { INVALIDATED_REASONS, LIMITS, PASS_LIST_STATUSES } from '../../service/vocabulary';

export const templateId = field.required(
  field.templateRef({ description: 'Template (card design) that the pass is issued from' }),
);

/**
 * The optional template of a search by email or phone.
 * @param whenOptional says when it may be left empty, in one sentence
 */
export function searchedTemplate(whenOptional: string) {
  return field.templateRef({
    description: whenOptional,
    mappedEmptyFix: 'Fill it, or clear the mapping to search all templates.',
    scopesIfEmpty: ['templates.viewAll'],
  });
}

/** Part of the details of operations that search all templates. */
export const ALL_TEMPLATES_DETAILS =
  "Without a 'Template', it searches each template of the account, and lists them with one request per 100; if one can't be searched, it fails. Passes of deleted templates can't be found.";
const EXTERNAL_ID = 'Your own ID for the pass, e.g. a member number.';
export const NO_EMAIL = "Don't use an email: the barcode may show it.";
/** For an external ID that may be left empty. */
export const OWN_ID = `${EXTERNAL_ID} Without one, every run issues another pass.`;

export const externalId = field.text({
  label: 'External ID',
  identifies: 'externalId',
  mappedEmptyFix: 'Fill it, or clear the mapping to issue without one.',
  placeholder: 'e.g. M-0042',
  description: `${OWN_ID} ${NO_EMAIL}`,
});

export const requiredExternalId = field.required({
  ...externalId,
  description: `${EXTERNAL_ID} ${NO_EMAIL}`,
});

const email = field.email({
  label: 'Email',
  description: 'Email address of the holder; stored with the pass and used to deliver it',
});

const phone = field.phone({
  label: 'Phone',
  description:
    'Phone number of the holder, with country code; stored with the pass and used to deliver it',
});

type Delivery = 'account' | 'send' | 'doNotSend';

/** An explicit choice of three, because the service's defaults differ between requests. */
function delivery(label: string, how: string): field.InputField<Delivery> {
  return field.choice({
    label,
    description: `Send the link of a new pass ${how}`,
    default: 'account',
    options: [
      {
        value: 'account',
        sends: 'accountSetting',
        label: 'Account Default',
        description: "Sends unless your account doesn't",
        inHelp: true,
      },
      { value: 'send', sends: 'yes', label: 'Send' },
      { value: 'doNotSend', sends: 'no', label: 'Do Not Send' },
    ],
  });
}

const BY_TEXT = 'by text message. Skipped silently if the account has no messaging.';

/** Contact of the holder and delivery of a new pass. */
export const recipient = {
  email,
  sendToEmail: delivery('Send Email', 'by email'),
  phone,
  sendToPhone: delivery('Send Text Message', BY_TEXT),
};
type Recipient = field.InputOf<typeof recipient>;

/** Delivery part of an issue request; without a flag, the service follows the account setting. */
export function deliveryRequest({
  email,
  phone,
  sendToEmail,
  sendToPhone,
  locale,
}: Recipient & { locale?: string }) {
  return {
    email,
    phone,
    sendToEmail: sendFlag(sendToEmail),
    sendToPhone: sendFlag(sendToPhone),
    locale,
  };
}

function sendFlag(choice: Delivery): boolean | undefined {
  return choice === 'account' ? undefined : choice === 'send';
}

/** Output of `deliveryFields`: `yes`, `no` or `accountDefault` per channel. */
export function deliveryRequested({ email, phone, sendToEmail, sendToPhone }: Recipient) {
  return {
    emailRequested: requestedChannel(email, sendToEmail),
    textMessageRequested: requestedChannel(phone, sendToPhone),
  };
}

function requestedChannel(contact: string | undefined, choice: Delivery): string {
  if (contact === undefined || choice === 'doNotSend') return 'no';
  return choice === 'send' ? 'yes' : 'accountDefault';
}

export const fieldValues = field.fieldValues({
  label: 'Field Values',
  description: 'Values shown on the pass. The fields come from the chosen template.',
});

/** Choice between refusing and skipping values that match no field of the template. */
export const unknownFields = field.choice({
  label: 'If a Field Is Unknown',
  forUnlistedFields: true,
  section: 'options',
  description: "What to do with a value for a field that the template doesn't have",
  default: 'refuse',
  options: [
    {
      value: 'refuse',
      label: 'Fail',
      description: 'Stop and suggest the closest field',
    },
    {
      value: 'skip',
      label: 'Skip',
      description: 'Skip the value and list it in the output',
      inHelp: true,
    },
  ],
});

/** @param description names the use of the language, and its default */
export function locale(description: string) {
  return field.locale({ label: 'Language', section: 'options', description });
}

/** Language of the buttons of a pass that is read. */
export const buttonLocale = locale(
  'Language of the add-to-wallet buttons, in two letters, e.g. es. If left empty, the service decides.',
);

const NEW_BARCODE_NOTE = 'Defaults to the external ID, or else the pass ID.';

/**
 * Value encoded in the barcode.
 * @param ifEmpty sentence of the description
 */
export function redemptionValue(section: Section, ifEmpty: string) {
  return field.text({
    label: 'Barcode Value',
    identifies: 'barcode',
    section,
    placeholder: 'e.g. 4006381333931',
    description: `Value in the barcode. ${ifEmpty} EAN-13, ITF, Codabar and Code 39 need their own format.`,
  });
}

/** A stamp count to set exactly, with the scope of editing; it may exceed the size of the card. */
export function collectedStamps(section: Section) {
  return field.number({
    label: 'Collected Stamps',
    forFeature: 'stampCard',
    section,
    integer: true,
    min: 0,
    max: LIMITS.maxCollectedStamps,
    placeholder: 'e.g. 5',
    description: 'Stamp count to set on a stamp card, from 0 to 50',
  });
}

/** Start of validity; a date without a time is the start of that day. */
export function validFrom(section?: Section) {
  return field.dateTime({
    label: 'Valid From',
    section,
    bareDate: 'startOfDay',
    description: 'When it becomes valid; a date alone means the start of that day',
  });
}

/**
 * Wallet-level expiration; a date without a time is the end of that day.
 * @param note added to the description
 */
export function validUntil(section: Section | undefined, note: string) {
  return field.dateTime({
    label: 'Valid Until',
    section,
    bareDate: 'endOfDay',
    description: `When it expires; a date alone means that day's end. ${note}`,
  });
}

export const KEEP_OPEN_NOTE = "Can't be removed: leave empty if memberships renew.";

export const invalidatedReason = field.choice({
  label: 'Reason',
  section: 'options',
  description: 'Why the pass was voided; stored with the pass',
  options: INVALIDATED_REASONS.map((value) => ({
    value,
    label: capitalized(value),
  })),
});

const WALLET_STATUS_LABELS = {
  all: 'All',
  installed: 'In a Wallet',
  not_installed: 'Not in a Wallet',
};

/** Filter by whether a wallet currently holds the pass. */
export const listStatus = field.choice({
  label: 'Wallet Status',
  section: 'filters',
  default: 'all',
  description: 'Filter by whether a wallet currently holds the pass',
  options: PASS_LIST_STATUSES.map((value) => ({ value, label: WALLET_STATUS_LABELS[value] })),
});

/** Options of every new pass that `POST /pass` takes under the same key. */
export const newPassValues = {
  redemptionValue: redemptionValue('options', NEW_BARCODE_NOTE),
  collectedStamps: collectedStamps('options'),
};

/** Keys of a pass in a request, other than field values: in an entry of `passes`, and in a change. */
export const NEW_PASS_VALUES = Object.keys(newPassValues) as (keyof typeof newPassValues)[];
export const PASS_VALUES = ['email', 'phone', ...NEW_PASS_VALUES] as const;

/** Options of a new pass, for every operation that may issue a pass to one person. */
export const newPassOptions = {
  validFrom: validFrom('options'),
  validUntil: validUntil('options', KEEP_OPEN_NOTE),
  locale: locale(
    'Language of messages, pass page and buttons, in two letters, e.g. es. Defaults to English.',
  ),
  ...newPassValues,
};
