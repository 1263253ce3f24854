/** One run: every check in order, then what `--write` has created is removed, whatever happened. */
import { readFacts } from './facts';
import { type Checks, Differs, NotTried, type Outcome, safe } from './outcome';
import { isOwnTemplate, type Removal, removeOwnTemplates, whyNotDeletable } from './ownTemplate';
import { readChecks } from './reading';
import { Interrupted, type Service } from './service';
import { type Statement, type StatementId, STATEMENTS } from './statements';
import { writeChecks } from './writing';

/** The most requests of a run that only reads. */
export const MOST_READS = 60;
const MOST_WRITES = 150;
const MOST_REMOVALS = 100;

export type Asked = Statement & Outcome;

export interface Report {
  checkedAt: string;
  isInterrupted: boolean;
  requests: number;
  /** Those of `--write` only if it was chosen. */
  statements: Asked[];
  /** Templates of an earlier `--write` that was killed, when this run began. */
  leftovers: number;
  /** What `--write` has removed at its end. */
  removal?: Removal;
}

export interface RunOptions {
  write: boolean;
  now?: () => Date;
  onProgress?: (done: number, all: number) => void;
}

/**
 * Asks the service all statements.
 * @throws NotTried or Differs if there is no such service, or it refuses the key: nothing can be asked
 */
export async function checkService(
  service: Service,
  { write, now = () => new Date(), onProgress }: RunOptions,
): Promise<Report> {
  const statements = STATEMENTS.filter(({ isWritten }) => write || !isWritten);
  const outcomes = new Map<StatementId, Outcome>();
  const ask = async (checks: Partial<Checks<StatementId>>) => {
    for (const [id, check] of Object.entries(checks) as [StatementId, () => Promise<Outcome>][]) {
      const outcome = await outcomeOf(check);
      // A statement that both ways ask keeps what was found.
      if (outcome.result !== 'not tried' || !outcomes.has(id)) outcomes.set(id, outcome);
      onProgress?.(outcomes.size, statements.length);
    }
  };

  service.allow(MOST_READS);
  await service.connect();
  const facts = readFacts(service);
  let isInterrupted = await isInterruptedDuring(() => ask(readChecks(service, facts)));
  const leftovers = (await facts.templates().catch(() => [])).filter(isOwnTemplate).length;

  let removal: Removal | undefined;
  if (write && !isInterrupted) {
    let created: string | undefined;
    service.allow(MOST_WRITES);
    try {
      isInterrupted = await isInterruptedDuring(async () => {
        const obstacle = await whyNotDeletable(service);
        const checks = writeChecks(service, now(), (id) => (created = id));
        const refused = () =>
          Promise.reject(new NotTried(`nothing was created, as ${obstacle ?? ''}`));
        if (obstacle === undefined) await removeOwnTemplates(service);
        await ask(
          obstacle === undefined
            ? checks
            : Object.fromEntries(Object.keys(checks).map((id) => [id, refused])),
        );
      });
    } finally {
      service.allowRemoval(MOST_REMOVALS);
      removal = await removeOwnTemplates(service, created);
    }
  }
  return {
    checkedAt: now().toISOString(),
    ...{ isInterrupted, requests: service.sent, leftovers, removal },
    statements: statements.map((one) => ({
      ...one,
      ...(outcomes.get(one.id) ?? { result: 'not tried', found: 'the run was interrupted' }),
    })),
  };
}

async function isInterruptedDuring(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (thrown) {
    if (thrown instanceof Interrupted) return true;
    throw thrown;
  }
}

/** A check that throws has found something out, too, unless the run is interrupted. */
async function outcomeOf(check: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const { result, found } = await check();
    return { result, found: safe(found) };
  } catch (thrown) {
    if (thrown instanceof Interrupted) throw thrown;
    if (thrown instanceof NotTried) return { result: 'not tried', found: thrown.message };
    const found = thrown instanceof Differs ? thrown.message : 'a response of another shape';
    return { result: 'differs', found };
  }
}
