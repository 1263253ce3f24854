import { buildN8n, buildZapier } from '../build.mjs';

/** All tests run against a build of the current sources. */
export default async function globalSetup() {
  await Promise.all([buildN8n(), buildZapier()]);
}
