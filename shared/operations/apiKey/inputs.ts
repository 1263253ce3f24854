import * as field from '../../fields';
import { SCOPES } from '../../service/scopes';

export const keyId = field.required(
  field.ref({
    of: 'apiKey',
    label: 'Key',
    description: 'The API key to work with; only a Full access key can list them',
  }),
);

export const allowOwnKey = field.boolean({
  label: 'Even the Key in Use',
  group: 'options',
  default: false,
  literal: true,
  description:
    'Whether to go on if it is the key of this very credential, which then stops working at once',
});

export const scopes = field.required(
  field.choices({
    label: 'Scopes',
    description: 'What the key may do. Managing keys cannot be given to a scoped key.',
    options: SCOPES.map((value) => ({ value, label: value })),
  }),
);
