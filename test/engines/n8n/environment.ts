/**
 * Environment variables that n8n reads while its modules load; this file must be imported before `n8n-core`
 * (see `core.ts`).
 */
import 'reflect-metadata';

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder in which n8n creates its key file while it starts; `core.ts` then removes it. */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));

/** Can be overridden from outside, e.g. to see n8n's logs. */
const defaults = {
  N8N_LOG_LEVEL: 'silent',
  // n8n's own protection, inverted: no request of a node leaves this machine.
  N8N_SSRF_PROTECTION_ENABLED: 'true',
  N8N_SSRF_BLOCKED_IP_RANGES: '0.0.0.0/0,::/0',
  N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
};
for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;

Object.assign(process.env, {
  N8N_USER_FOLDER: userFolder,
  N8N_DIAGNOSTICS_ENABLED: 'false',
  // Files stay inside the items, base64-encoded, unless a test changes it: nothing to clean up.
  N8N_DEFAULT_BINARY_DATA_MODE: 'default',
  // A proxy configured for this machine must not get between the engine and a server on loopback.
  NO_PROXY: [process.env.NO_PROXY, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(','),
});
