import type { Books, Trial } from './trial';
import type { Verdict } from './verdicts';

/**
 * What a run must never break, told from the service's own books.
 * @returns one line for each breach
 */
export function breaches(trials: readonly Trial[], verdicts: Verdict[], books: Books): string[] {
  return trials.flatMap((trial, item) => {
    const verdict = verdicts[item];
    return verdict ? ofItem(trial, verdict, books).map((breach) => `item ${item}: ${breach}`) : [];
  });
}

function ofItem(trial: Trial, { state, outputs, text }: Verdict, books: Books): string[] {
  const found: string[] = [];
  const seen = trial.seen?.(books);
  const reached = trial.reached?.(books);
  const say = (what: string) => found.push(`${what} (reported: ${state} ${text})`);
  if (seen !== undefined) {
    if (!Number.isInteger(seen)) say(`half done: ${seen}`);
    if (state === 'done' && seen < 1) say('lost: reported as done, and not in the books');
    if (['failed', 'notStarted'].includes(state) && seen !== 0) {
      say(`hidden: in the books ${seen} times, and not reported as done`);
    }
    if (seen > 1 && !trial.converges) say(`doubled: in the books ${seen} times`);
  }
  if (reached !== undefined) {
    if (reached > 1) say(`doubled: ${reached} messages to one person`);
    if (reached !== seen) say(`${seen ?? 0} in the books, and ${reached} messages`);
  }
  if (state === 'done' && outputs.length > 0 && trial.isTrue?.(outputs, books) === false) {
    say(`untrue: ${JSON.stringify(outputs).slice(0, 300)}`);
  }
  return found;
}

/** Secrets that show in a text that is meant for logs or people. */
export function leaks(secrets: readonly string[], told: readonly string[]): string[] {
  const all = told.join('\n');
  return secrets.filter((secret) => all.includes(secret)).map((secret) => `leaked: ${secret}`);
}
