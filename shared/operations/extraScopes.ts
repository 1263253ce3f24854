import { type EndpointKey, ENDPOINTS, listScopeNeeds } from '../api/endpoints';
import type { InputFields, Option } from '../fields';
import { DEFAULT_PRESET, type ScopeNeeds, meetsNeeds, smallestPreset } from '../service/presets';
import type { Preset, Scope } from '../service/scopes';

/** What a key of the dashboard's default preset lacks for an operation or trigger. */
export interface ExtraScopes {
  /** `the scope scanning.stamp`, `the scopes templates.create and templates.duplicate`, `a Full access key` */
  text: string;
  /** The smallest preset whose keys have them; `undefined` if only Full access and custom keys can. */
  preset: Preset | undefined;
  /** Whether an option works with other scopes instead. */
  byDefault: boolean;
}

/** The part of an operation or trigger that is used here. Without endpoints, it needs all scopes. */
interface Declaration {
  endpoints?: readonly EndpointKey[];
  scopes: readonly Scope[];
  input: InputFields;
}

/**
 * For the texts of both platforms, which are read before the first error.
 * @param format how a scope is written
 * @returns `undefined` if a key of the default preset is enough
 */
export function extraScopes(
  { endpoints = [], scopes, input }: Declaration,
  format: (scope: Scope) => string = (scope) => scope,
): ExtraScopes | undefined {
  if (endpoints.some((key) => ENDPOINTS[key].fullAccess)) {
    return { text: 'a Full access key', preset: 'Full access', byDefault: false };
  }
  const all: ScopeNeeds =
    endpoints.length > 0 ? listScopeNeeds(endpoints) : scopes.map((scope) => [scope]);
  const needs = all.filter((oneOf) => !meetsNeeds(DEFAULT_PRESET, [oneOf]));
  if (needs.length === 0) return undefined;
  const options = Object.values(input).flatMap((field): readonly Option[] =>
    field.kind === 'choice' ? field.options : [],
  );
  return {
    text: needsText(needs.map((oneOf) => oneOf.map(format))),
    preset: smallestPreset(needs),
    byDefault: options.some(({ scopesInstead }) => scopesInstead !== undefined),
  };
}

/** @param needs one name of each list is needed */
function needsText(needs: readonly (readonly string[])[]): string {
  const names = [...new Set(needs.map((oneOf) => either.format(oneOf)))];
  return `the ${names.length === 1 ? 'scope' : 'scopes'} ${both.format(names)}`;
}

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const both = new Intl.ListFormat('en');
