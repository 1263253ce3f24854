import { buildN8n, buildZapier } from '../build.mjs';

/** What the tests of a folder load from a build; those of any other folder may load both. */
const BUILDS = {
  ...{ shared: [], sandbox: [], fuzz: [], 'check-service': [] },
  ...{ nodes: [buildN8n], credentials: [buildN8n], zapier: [buildZapier] },
};

/** Builds the current sources, as far as the tests of the given paths need it. */
export default async function globalSetup({ testPathPatterns: { patterns } }) {
  const folders = patterns.map((path) => /(?:^|\/)test\/([^/]+)/.exec(path)?.[1]);
  const all = [buildN8n, buildZapier];
  const needed = folders.length === 0 ? all : folders.flatMap((name) => BUILDS[name] ?? all);
  await Promise.all([...new Set(needed)].map((build) => build()));
}
