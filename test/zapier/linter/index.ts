import type { ZapierDefinition } from '../../engines/zapierEngine';
import type { Finding } from './app';
import { readApp } from './app';
import { fieldRules } from './fields';
import { resultRules } from './results';
import { textRules } from './texts';

/**
 * Zapier's own checks of an app, without Zapier: its integration checks D001 to D025, as far as a
 * definition shows them, and its publishing rules.
 * @returns an empty list if there is nothing to report
 */
export function lintApp(definition: ZapierDefinition): Finding[] {
  const app = readApp(definition);
  return [...fieldRules, ...resultRules, ...textRules].flatMap((rule) => rule(app));
}
