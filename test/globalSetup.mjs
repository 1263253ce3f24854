import { buildN8n, buildZapier } from '../build.mjs';

/** Every test runs against what is built from the sources as they are now. */
export default async function globalSetup() {
  await Promise.all([buildN8n(), buildZapier()]);
}
