import * as field from '../../fields';
import type { Section } from '../../fields';
import { INVALIDATED_REASONS, LIMITS, PASS_LIST_STATUSES } from '../../service/vocabulary';

export const templateId = field.required(
  field.templateRef({ description: 'Template (card design) that the pass is issued from' }),
);

export const externalId = field.text({
  label: 'External ID',
  isId: true,
  ifMappedEmpty:
    'Fill it, derive it from other columns, or clear the mapping to issue without one.',
  placeholder: 'e.g. M-0042',
  description:
    'Your own ID for this pass, such as a member or order number. It identifies the pass later and keeps a repeated run from issuing it twice. It protects runs one after another: let one run at a time issue a set. Use a neutral number, not an email address: without a barcode value, the barcode contains it.',
});

const email = field.email({
  label: 'Email',
  description: 'Email address of the holder; stored with the pass and used to deliver it',
});

const phone = field.phone({
  label: 'Phone',
  description:
    'Phone number of the holder with its country code; stored with the pass and used to deliver it',
});

type Delivery = 'account' | 'send' | 'doNotSend';

/** An explicit choice of three, because the service's defaults differ between requests. */
function delivery(label: string, what: string): field.InputField<Delivery> {
  return field.choice({
    label,
    description: `Controls whether the service sends ${what} for a new pass. Tests send real messages: choose Do Not Send while testing.`,
    default: 'account',
    options: [
      {
        value: 'account',
        sends: 'accountSetting',
        label: 'Account Default',
        description: 'Follow the account setting (sends unless turned off)',
      },
      { value: 'send', sends: 'yes', label: 'Send', description: `Send ${what}` },
      {
        value: 'doNotSend',
        sends: 'no',
        label: 'Do Not Send',
        description: `Do not send ${what}`,
      },
    ],
  });
}

/** Contact of the holder and delivery of a new pass. */
export const recipient = {
  email,
  sendToEmail: delivery('Send Email', 'an email with the pass link'),
  phone,
  sendToPhone: delivery('Send Text Message', 'a text message with the pass link'),
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
  description: 'Values shown on the pass. The fields come from the design of the chosen template.',
});

/** Choice between refusing and skipping values that match no field of the template. */
export function unknownFields(section: Section) {
  return field.choice({
    label: 'If a Field Is Unknown',
    section,
    description: 'What to do with a value for a field that the template does not have',
    default: 'refuse',
    options: [
      {
        value: 'refuse',
        label: 'Fail',
        description: 'Stop and suggest the field you probably mean',
      },
      {
        value: 'leaveOut',
        label: 'Skip It',
        description: 'Continue without that value and list it in the output',
      },
    ],
  });
}

/** Language of messages, pass page and buttons. */
export function locale(section: Section) {
  return field.locale({
    label: 'Language',
    section,
    description:
      'Language of messages, pass page and add-to-wallet buttons, as a two-letter code. English if empty.',
  });
}

export const NEW_BARCODE_NOTE = 'If empty, a new pass uses its external ID, or else its pass ID.';

/**
 * Value encoded in the barcode.
 * @param ifEmpty sentence of the description
 */
export function redemptionValue(section: Section, ifEmpty: string) {
  return field.text({
    label: 'Barcode Value',
    section,
    placeholder: 'e.g. 4006381333931',
    description: `Value encoded in the barcode. ${ifEmpty} Barcodes such as EAN-13 or ITF need a value in their own format.`,
  });
}

/** A stamp count to set exactly; needs only `passes.edit`. */
export function collectedStamps(section: Section) {
  return field.number({
    label: 'Collected Stamps',
    section,
    integer: true,
    min: 0,
    max: LIMITS.maxCollectedStamps,
    description: 'Exact stamp count to set, from 0 to 50',
  });
}

/** Start of validity; a date without a time is the start of that day. */
export function validFrom(section?: Section) {
  return field.dateTime({
    label: 'Valid From',
    section,
    bareDate: 'startOfDay',
    description: 'When the pass becomes valid. A date without a time means the start of that day.',
  });
}

/**
 * Wallet-level expiry; a date without a time is the end of that day.
 * @param note added to the description
 */
export function validUntil(section: Section | undefined, note: string) {
  return field.dateTime({
    label: 'Valid Until',
    section,
    bareDate: 'endOfDay',
    description: `When the pass expires. A date without a time means the end of that day. ${note}`,
  });
}

export const KEEP_OPEN_NOTE =
  'For a membership that renews, leave this empty and show the date in a field instead: an expiry can be changed but not removed.';

export const invalidatedReason = field.choice({
  label: 'Reason',
  section: 'options',
  description: 'Why the pass was voided; stored with the pass',
  options: INVALIDATED_REASONS.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
});

/** Filter by whether a wallet currently holds the pass. */
export function listStatus(section: Section) {
  const labels = { all: 'All', installed: 'In a Wallet', not_installed: 'Not in a Wallet' };
  return field.choice({
    label: 'Status',
    section,
    default: 'all',
    description: 'Filter by whether a wallet currently holds the pass',
    options: PASS_LIST_STATUSES.map((value) => ({ value, label: labels[value] })),
  });
}

/** Options of every operation that may issue a pass to one person. */
export const newPassOptions = {
  locale: locale('options'),
  redemptionValue: redemptionValue('options', NEW_BARCODE_NOTE),
  collectedStamps: collectedStamps('options'),
  validFrom: validFrom('options'),
  validUntil: validUntil('options', KEEP_OPEN_NOTE),
  unknownFields: unknownFields('options'),
};
