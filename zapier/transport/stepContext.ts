import type { Bundle, ZObject } from 'zapier-platform-core';

import { undefinedOn } from '../../shared/errors/serviceError';
import type { TemplateFeature } from '../../shared/fields';
import { createContext, type Context } from '../../shared/operations/context';
import { supportsFeature } from '../../shared/pickers/templates';
import { systemClock } from '../../shared/runtime/clock';
import { zapierError, type Invocation } from '../errors/zapierErrors';
import { zapierTransport } from './zapierTransport';

/**
 * The URL of the service for all connections, which then require only the API key. `undefined` if each connection has
 * its own URL. `build.mjs` puts the value of the variable into the app.
 */
export const FIXED_BASE_URL = process.env.WALLET_PASS_BASE_URL;

/** Zapier ends a step after 30 s. The difference is for start-up and for returning the result. */
const RUN_TIMEOUT_MS = 25_000;
/** For longer waits, the step fails with ThrottledError and Zapier runs it again minutes later. */
const MAX_WAIT_MS = 15_000;

/** Time and randomness of the Node runtime that Zapier runs apps on. */
const clock = systemClock((ms) => new Promise((resolve) => setTimeout(resolve, ms)));

/**
 * Runs `work` with a new client, for one invocation by Zapier.
 * @param invocation decides which error Zapier gets for a refused key
 * @throws Zapier's error classes, see `zapierError`
 */
export async function withStepContext<T>(
  z: ZObject,
  bundle: Bundle,
  work: (context: Context) => Promise<T>,
  invocation: Invocation = 'run',
): Promise<T> {
  try {
    return await work(createStepContext(z, bundle));
  } catch (thrown) {
    throw zapierError(z, thrown, invocation);
  }
}

function createStepContext(z: ZObject, { authData, meta }: Bundle): Context {
  // Zapier passes no ID that stays the same when it replays a run, so there is no `runKey`.
  return createContext({
    connection: { ...authData, ...(FIXED_BASE_URL !== undefined && { baseUrl: FIXED_BASE_URL }) },
    transport: zapierTransport(z),
    clock,
    timezone: meta.timezone ?? undefined,
    maxWaitMs: MAX_WAIT_MS,
    deadlineAt: clock.monotonicMs() + RUN_TIMEOUT_MS,
    warn: (text) => z.console.log(text),
  });
}

/**
 * The ID of the template that is chosen in a form; `undefined` if none is. An ID that looks like a number may arrive as
 * a number.
 */
export function chosenTemplateId({ templateId }: { templateId?: unknown }): string | undefined {
  if (typeof templateId === 'number') return String(templateId);
  return typeof templateId === 'string' && templateId !== '' ? templateId : undefined;
}

/** Whether a template has a feature; `undefined` if the template is unknown, or the key may not read it. */
export async function hasFeature(
  { templates }: Context,
  templateId: string,
  feature: TemplateFeature,
): Promise<boolean | undefined> {
  const template = await undefinedOn(templates.get(templateId), 'missingScope', 'notFound');
  return template && supportsFeature(template, feature);
}
