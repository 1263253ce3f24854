import { type EndpointKey, ENDPOINTS } from '../../../shared/api/endpoints';
import {
  DEFAULT_PRESET,
  type ScopeNeeds,
  meetsNeeds,
  smallestPreset,
} from '../../../shared/service/presets';
import type { Preset, Scope } from '../../../shared/service/scopes';

/** What a key of the dashboard's default preset lacks for an operation or trigger. */
interface ExtraScopes {
  /** `Full access`, or the smallest preset whose keys have the scopes; `undefined` if only Full access and custom keys can. */
  preset: Preset | undefined;
  needsFullAccess: boolean;
}

/**
 * @param declaration an operation, or a trigger, which has no endpoints and needs all of its scopes
 * @returns `undefined` if a key of the default preset is enough
 */
export function extraScopes({
  endpoints = [],
  scopes,
}: {
  endpoints?: readonly EndpointKey[];
  scopes: readonly Scope[];
}): ExtraScopes | undefined {
  if (endpoints.some((key) => ENDPOINTS[key].fullAccess)) {
    return { preset: 'Full access', needsFullAccess: true };
  }
  const all: ScopeNeeds =
    endpoints.length > 0 ? endpoints.flatMap(needsOf) : scopes.map((scope) => [scope]);
  const needs = all.filter((oneOf) => !meetsNeeds(DEFAULT_PRESET, [oneOf]));
  return needs.length === 0 ? undefined : { preset: smallestPreset(needs), needsFullAccess: false };
}

/** One scope of each list: those that may take the place of the others count. */
function needsOf(key: EndpointKey): ScopeNeeds {
  const { scopes, otherScopes } = ENDPOINTS[key];
  return otherScopes ? [[...scopes, ...otherScopes]] : scopes.map((scope) => [scope]);
}
