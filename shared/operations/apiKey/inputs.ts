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
  section: 'options',
  default: false,
  literal: true,
  description:
    'change the key even if this connection uses it, which then stops working immediately',
});

export const scopes = field.required(
  field.choices({
    label: 'Scopes',
    description: 'What the key may do. Managing keys cannot be given to a scoped key.',
    options: SCOPES.map((value) => ({ value, label: value })),
  }),
);
