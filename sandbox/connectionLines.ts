import type { SandboxInfo } from './control/routes';

/** For a terminal: what a credential on n8n and a connection on Zapier ask for, with the key of each preset. */
export function connectionLines({ baseUrl, keys }: Pick<SandboxInfo, 'baseUrl' | 'keys'>) {
  const longest = Math.max(...Object.values(keys).map((key) => key.length));
  return [
    `Base URL  ${baseUrl}`,
    ...Object.entries(keys).map(
      ([preset, key], i) =>
        `${i === 0 ? 'API Key ' : '        '}  ${key.padEnd(longest)}  ${preset}`,
    ),
  ];
}
