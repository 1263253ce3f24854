import * as field from '../../fields';
import { ServiceError, checkAll } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { compact, ownValue } from '../../runtime/records';
import { readIdentity } from '../../api/passes';
import { notifyPass } from '../../api/passMessages';
import { identityFields, sentDateFields } from './outputFields';
import { assertFutureEnd, assertPeriod } from '../checks';

const LABELS = { validFrom: 'Show From', validUntil: 'Show Until' };

const WALLET_B_LIMIT = 'Wallet B (Android) alerts at most three times per pass in 24 hours.';

export const notify = defineOperation({
  resource: 'pass',
  key: 'notify',
  label: 'Notify',
  action: 'Notify holder of pass',
  description: `Show a message on a pass and on its holder's phone. ${WALLET_B_LIMIT}`,
  details: "'Delivered to a Wallet' does not show whether the phone alerted its holder.",
  effect: 'send',
  serialBy: 'pass',
  longRuns: true,
  endpoints: ['POST /pass/{passId}/notify', 'GET /pass'],
  testEffect: 'sends a real message',
  zapier: {
    kind: 'create',
    key: 'notify_pass_holder',
    label: 'Notify Pass Holder',
    noun: 'Notification',
    description: "Sends a message to a pass holder's phone.",
    intro: WALLET_B_LIMIT,
  },
  input: {
    pass: field.passRef(),
    title: field.required(
      field.text({
        label: 'Title',
        placeholder: 'e.g. See you tonight',
        description: 'Headline of the notification',
      }),
    ),
    content: field.required(
      field.text({
        label: 'Message',
        multiline: true,
        placeholder: 'e.g. Doors open at 7 PM. Row 4 is on your left.',
        description: "Text of the message. A message identical to the last one isn't shown again.",
      }),
    ),
    validFrom: field.dateTime({
      label: LABELS.validFrom,
      section: 'options',
      bareDate: 'startOfDay',
      description: 'When the message starts to show. Defaults to now.',
    }),
    validUntil: field.dateTime({
      label: LABELS.validUntil,
      section: 'options',
      bareDate: 'endOfDay',
      description:
        'When the message stops showing; a date alone means the end of that day. Defaults to 24 hours from now.',
    }),
    failIfNotDelivered: field.boolean({
      label: 'Fail If Not Delivered',
      section: 'options',
      default: false,
      description: 'fail if no wallet holds the pass or the same message is already on it',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      ...identityFields,
      delivered: { label: 'Delivered to a Wallet', type: 'boolean', always: true },
      reason: { label: 'Reason', type: 'string' },
      explanation: { label: 'Explanation', type: 'string' },
      ...sentDateFields,
    },
    sample: { id: 'ps_4f1d2a', externalId: 'M-0042', delivered: true },
  },
  preview: {},

  async prepare(context, input) {
    await checkAll(
      () => assertFutureEnd(context, input, LABELS),
      () => assertPeriod(context, input, LABELS),
    );
    return input;
  },

  async run({ client }, input) {
    const { pass, title, content, validFrom, validUntil } = input;
    const { id, externalId } = await readIdentity(client, pass);
    const response = await notifyPass(client, id, { title, content, validFrom, validUntil });
    const dates = { validFrom, validUntil };
    if (response.success) return compact({ id, externalId, delivered: true, ...dates });
    const reason = response.code ?? 'not_delivered';
    const explanation = ownValue(EXPLANATIONS, reason) ?? 'The service gave no reason.';
    if (input.failIfNotDelivered) throw notDelivered(reason, explanation);
    return compact({ id, externalId, delivered: false, reason, explanation, ...dates });
  },
});

const EXPLANATIONS: Record<string, string> = {
  no_registered_devices:
    'No wallet holds the pass now. The message shows once the pass is added again.',
  unchanged_message:
    'The same message is already on the pass, possibly from an earlier run. Change the text to show it again.',
};

function notDelivered(reason: string, explanation: string): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    code: reason,
    message: `The message was not shown on a phone. ${explanation}`,
    fix: "To continue anyway, {turn off 'Fail If Not Delivered'}.",
  });
}
