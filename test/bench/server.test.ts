import { compareWithInput } from '../../bench/server/outcomes';
import { createInput } from '../../bench/server/rows';

describe('input of the benchmark on a server', () => {
  it.each([300, 500, 10_000])('has exact shares with %i rows', (count) => {
    const { rows, toIssue, existing, bad } = createInput(count);
    const distinct = new Set(rows.map(({ number }) => number));
    expect(rows).toHaveLength(count);
    expect(count - distinct.size).toBe(count * 0.01);
    expect(bad.size).toBe(count * 0.03);
    expect(existing).toHaveLength(count * 0.2);
    expect(toIssue.size).toBe(count * 0.76);
    for (const { number } of existing) {
      expect(bad.has(number) || toIssue.has(number)).toBe(false);
    }
    for (const { email, number } of rows) expect(email.includes('@')).toBe(!bad.has(number));
  });

  it('requires a multiple of 100', () => {
    expect(() => createInput(450)).toThrow('multiple of 100');
    expect(() => createInput(NaN)).toThrow('multiple of 100');
  });
});

describe('outcomes of a run on a server', () => {
  const input = createInput(100);
  const { rows, existing, bad } = input;
  const before = existing.map(({ number, email }) => ({ externalId: number, email }));

  it('counts a perfect run as one', () => {
    const passes = [...before, ...[...input.toIssue].map((externalId) => ({ externalId }))];
    const output = rows.map(({ number }) =>
      bad.has(number) ? { error: 'Email: is invalid' } : { id: `pass of ${number}` },
    );
    expect(compareWithInput(input, passes, output)).toEqual({
      issued: 76,
      duplicates: 0,
      badIssued: 0,
      withoutOutcome: 0,
      errors: 3,
    });
  });

  it('counts duplicates, passes of bad rows, and rows that ended in nothing', () => {
    const passes = [...before, ...rows.map(({ email }) => ({ email }))];
    const output = [
      { id: '' },
      { error: {} },
      { ...rows[2] },
      { error: { message: 'Too many requests' } },
      ...rows.slice(10).map(({ number }) => ({ id: number })),
    ];
    expect(compareWithInput(input, passes, output)).toEqual({
      issued: 76,
      // The 20 existing passes and the repeated row.
      duplicates: 21,
      badIssued: 3,
      withoutOutcome: 3 + 6,
      errors: 1,
    });
  });

  it('refuses numbers that cannot be right', () => {
    expect(() => compareWithInput(input, [{ email: 'someone@example.com' }], [])).toThrow(
      'belongs to no row',
    );
    expect(() =>
      compareWithInput(
        input,
        [],
        [...rows, {}].map(() => ({})),
      ),
    ).toThrow('101 output items for 100 rows');
  });
});
