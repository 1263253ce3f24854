import { PRESETS, type Preset, type Scope } from './scopes';

/** The scopes that a key needs: one of each list. */
export type ScopeNeeds = readonly (readonly Scope[])[];

/** The dashboard's default preset for a new key. */
export const DEFAULT_PRESET = 'Manage passes' satisfies Preset;

/** Whether keys of a preset meet the needs. */
export function meetsNeeds(preset: Preset, needs: ScopeNeeds): boolean {
  const scopes: 'all' | readonly Scope[] = PRESETS[preset];
  return scopes === 'all' || needs.every((oneOf) => oneOf.some((scope) => scopes.includes(scope)));
}

/** The preset with the fewest scopes that meets the needs; `undefined` if only Full access does. */
export function smallestPreset(needs: ScopeNeeds): Preset | undefined {
  const sizeOf = (preset: Preset) => PRESETS[preset].length;
  return (Object.keys(PRESETS) as Preset[])
    .filter((preset) => PRESETS[preset] !== 'all' && meetsNeeds(preset, needs))
    .sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}

/** The default preset if that is enough, or else the smallest preset that meets the needs. */
export function suggestedPreset(needs: ScopeNeeds): Preset | undefined {
  return meetsNeeds(DEFAULT_PRESET, needs) ? DEFAULT_PRESET : smallestPreset(needs);
}
