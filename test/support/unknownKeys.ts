import type { Sandbox } from '../../sandbox/index';

/**
 * Does something and expects that no request it sends has a key the service does not know, whatever
 * else the test is about.
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
  try {
    return await work();
  } finally {
    stop();
    expect(found).toEqual([]);
  }
}
