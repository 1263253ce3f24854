import type { ServiceClient } from '../http/client';
import { listKeys } from '../operations/apiKey/calls';
import type { PickerPage, PickerQuery } from './picker';
import { matching } from './picker';

/** API keys by label and prefix, never by value. */
export async function pickApiKeys(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const keys = await listKeys(client);
  const choices = keys.map(({ id, label, prefix }) => ({
    id,
    label: [label, prefix].filter(Boolean).join(' · ') || id,
  }));
  return { choices: matching(choices, filter) };
}
