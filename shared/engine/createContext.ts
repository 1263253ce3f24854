import { createPassRowReader } from '../api/passRows';
import { createTemplateReader } from '../api/templateReader';
import { createClient } from '../http/client';
import type { ClientOptions } from '../http/client';
import type { OperationContext } from '../operations/operation';

/** Base URL and API key, as the user entered them. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
}

/** Everything a platform supplies to run operations, polls and dropdowns. */
export interface ContextOptions extends Omit<ClientOptions, 'baseUrl' | 'secrets'> {
  connection: Partial<Connection>;
  /** IANA time zone of the workflow, for dates without one. Default: UTC. */
  timezone?: string;
  /** {@link SharedContext.dateConversion} */
  dateConversion?: string;
}

/** The part of {@link OperationContext} that all items of a run share. */
export type SharedContext = Omit<OperationContext, 'itemKey' | 'externalIds'>;

/**
 * Creates the client and everything else that operations, triggers and pickers work with. Templates
 * and list rows are cached for the lifetime of the context, so create one per run.
 */
export function createContext({
  connection,
  timezone,
  dateConversion,
  ...options
}: ContextOptions): SharedContext {
  const { baseUrl = '', apiKey = '' } = connection;
  const client = createClient({ ...options, baseUrl, secrets: [apiKey.trim()] });
  return {
    client,
    templates: createTemplateReader(client),
    passRows: createPassRowReader(client),
    timezone: timezone || 'UTC',
    ...(dateConversion !== undefined && { dateConversion }),
  };
}
