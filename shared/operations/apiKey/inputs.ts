import * as field from '../../fields';
import { SCOPES } from '../../service/scopes';

export const keyId = field.required(
  field.ref({
    of: 'apiKey',
    label: 'Key',
    description: 'API key to manage; only a Full access key can list API keys',
  }),
);

export function label(description: string) {
  return field.required(
    field.text({ label: 'Label', placeholder: 'e.g. Front desk', description }),
  );
}

export const allowOwnKey = field.boolean({
  label: 'Allow Changing the Current Key',
  section: 'options',
  default: false,
  noExpression: true,
  description:
    'allow changing the key of this credential; the credential then stops working immediately',
});

export const scopes = field.required(
  field.choices({
    label: 'Scopes',
    description: 'What the key is allowed to do. A key with scopes can never manage API keys.',
    options: SCOPES.map((value) => ({ value, label: value })),
  }),
);
