import { OPERATIONS, RESOURCES } from '../shared/operations';

const name = ({ resource, key }: { resource: string; key: string }) => `${resource}.${key}`;

describe('every shared operation', () => {
  it('is on one of them', () => {
    expect(OPERATIONS.filter(({ zapierOnly, zapier }) => zapierOnly && !zapier).map(name)).toEqual(
      [],
    );
  });

  it('is listed under its own resource', () => {
    for (const { key, operations } of RESOURCES) {
      expect(operations.filter(({ resource }) => resource !== key).map(name)).toEqual([]);
    }
  });
});

describe('published names', () => {
  it('are unique', () => {
    const zapier = OPERATIONS.flatMap((one) => (one.zapier ? [one.zapier.key] : []));
    const n8n = OPERATIONS.map(name);
    for (const keys of [zapier, n8n]) expect(new Set(keys).size).toBe(keys.length);
  });

  it('of shared inputs are consistent', () => {
    const labels = new Map<string, Set<string>>();
    for (const { input } of OPERATIONS.filter(({ resource }) => resource === 'pass')) {
      for (const [key, { label }] of Object.entries(input)) {
        labels.set(key, (labels.get(key) ?? new Set()).add(label));
      }
    }
    // The only keys with a second meaning: messages have their own dates.
    const several = [...labels].filter(([, names]) => names.size > 1).map(([key]) => key);
    expect(several.sort()).toEqual(['ifExists', 'validFrom', 'validUntil']);
  });
});
