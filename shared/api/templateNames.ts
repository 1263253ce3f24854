import type { ServiceClient } from '../http/client';
import { shortened } from '../service/text';

/** Names that came up in a run, for messages and file names: none is read for that purpose alone. */
const NAMES = new WeakMap<ServiceClient, Map<string, string>>();

export function rememberTemplateName(
  client: ServiceClient,
  templateId: string,
  name: string | undefined,
): void {
  if (name === undefined || name.trim() === '') return;
  const names = NAMES.get(client) ?? new Map<string, string>();
  NAMES.set(client, names.set(templateId, name.trim()));
}

/** The name of a template, if this run knows it. */
export function knownTemplateName(client: ServiceClient, templateId: string): string | undefined {
  return NAMES.get(client)?.get(templateId);
}

/** What a message calls a template: its name if this run knows it, else its ID. */
export function templateLabel(client: ServiceClient, templateId: string): string {
  return shortened(knownTemplateName(client, templateId) ?? templateId);
}
