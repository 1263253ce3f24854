import type { ServiceClient } from '../http/client';
import { listKeys } from '../api/apiKeys';
import { type PickerPage, type PickerQuery, choice, onePage } from './picker';

/** API keys by label and prefix, never by value. */
export async function pickApiKeys(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const keys = await listKeys(client);
  const choices = keys.map(({ id, label, prefix, disabledAt }) =>
    choice(id, label, prefix, disabledAt === null ? undefined : 'Disabled'),
  );
  return onePage(choices, filter);
}
