import type { ServerState, Scenario, Verdict } from './scenario';

/**
 * Promises that a run must never break, checked against the server's state.
 * @returns one line for each breach
 */
export function breaches(
  scenarios: readonly Scenario[],
  verdicts: Verdict[],
  serverState: ServerState,
): string[] {
  return scenarios.flatMap((scenario, item) => {
    const verdict = verdicts[item];
    return verdict
      ? ofItem(scenario, verdict, serverState).map((breach) => `item ${item}: ${breach}`)
      : [];
  });
}

function ofItem(
  scenario: Scenario,
  { state, outputs, text }: Verdict,
  serverState: ServerState,
): string[] {
  const found: string[] = [];
  const seen = scenario.seen?.(serverState);
  const reached = scenario.reached?.(serverState);
  const say = (what: string) => found.push(`${what} (reported: ${state} ${text})`);
  if (seen !== undefined) {
    if (!Number.isInteger(seen)) say(`half done: ${seen}`);
    if (state === 'done' && seen < 1) say('lost: reported as done, and not on the server');
    if (['failed', 'notStarted'].includes(state) && seen !== 0) {
      say(`hidden: on the server ${seen} times, and not reported as done`);
    }
    if (seen > 1 && !scenario.converges) say(`doubled: on the server ${seen} times`);
  }
  if (reached !== undefined) {
    if (reached > 1) say(`doubled: ${reached} messages to one person`);
    if (reached !== seen) say(`${seen ?? 0} on the server, and ${reached} messages`);
  }
  if (state === 'done' && outputs.length > 0 && scenario.isTrue?.(outputs, serverState) === false) {
    say(`untrue: ${JSON.stringify(outputs).slice(0, 300)}`);
  }
  return found;
}

/** Secrets that appear in logs or in texts for people. */
export function leaks(secrets: readonly string[], texts: readonly string[]): string[] {
  const all = texts.join('\n');
  return secrets.filter((secret) => all.includes(secret)).map((secret) => `leaked: ${secret}`);
}
