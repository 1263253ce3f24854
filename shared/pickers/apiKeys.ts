import type { ServiceClient } from '../http/client';
import { listKeys } from '../api/apiKeys';
import { type PickerPage, type PickerQuery, choice, onePage } from './picker';

/** API keys by label and prefix, never by value. */
export async function pickApiKeys(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const keys = await listKeys(client);
  const choices = keys.map(({ id, label, prefix, disabledAt }) => {
    const isDisabled = disabledAt !== null && disabledAt !== undefined;
    return choice(id, label, prefix, isDisabled ? 'Disabled' : undefined);
  });
  return onePage(choices, filter);
}
