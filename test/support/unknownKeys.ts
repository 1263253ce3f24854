import type { Sandbox } from '../../sandbox/index';

/**
 * Runs `work` and expects that no request has a key unknown to the service.
 */
export async function sendingKnownKeysOnly<T>(
  { control }: Sandbox,
  work: () => Promise<T>,
): Promise<T> {
  const before = control.requests().at(-1)?.sequence ?? 0;
  const found: string[] = [];
  const stop = control.onRequest(({ sequence, method, path, unknownKeys }) => {
    if (sequence <= before) return;
    found.push(...unknownKeys.map((key) => `${method} ${path}: ${key}`));
  });
  // If the work fails, its own failure is what to see.
  const result = await work().finally(stop);
  expect(found).toEqual([]);
  return result;
}
