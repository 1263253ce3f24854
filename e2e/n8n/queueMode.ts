/**
 * Queue mode as in production: executions go through Redis to workers, which are separate processes with
 * their own folders. All share a PostgreSQL database and the encryption key. The workers are notified of a
 * package installed on the main server and install it, too. Works without jest.
 */
import { startPostgres } from '../support/postgres';
import { startRedis } from '../support/redis';
import { eventually, packedPackage } from '../support/tools';
import { startOutsideWorld } from './outsideWorld';
import { N8nOwner } from './owner';
import { N8nServer } from './server';
import { PACKAGE } from './useN8nServer';

interface QueueModeOptions {
  /** Number of worker processes. */
  workers: number;
  /** Additional environment variables of the main server and the workers. */
  env?: Record<string, string>;
}

export interface QueueMode {
  main: N8nServer;
  workers: N8nServer[];
  /** The owner on the main server. */
  owner: N8nOwner;
  stop(): Promise<void>;
}

/** Starts everything and installs the packed package on the main server and the workers. */
export async function startQueueMode(options: QueueModeOptions): Promise<QueueMode> {
  const [redis, postgres, outside] = await Promise.all([
    startRedis(),
    startPostgres(),
    startOutsideWorld(packedPackage()),
  ]);
  const env = {
    ...outside.env,
    EXECUTIONS_MODE: 'queue',
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: String(redis.port),
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(postgres.port),
    DB_POSTGRESDB_USER: postgres.user,
    DB_POSTGRESDB_DATABASE: postgres.database,
    N8N_ENCRYPTION_KEY: 'the same for main and workers',
    N8N_LOG_LEVEL: 'info',
    ...options.env,
  };
  const main = await N8nServer.start({ env });
  const workers = await Promise.all(
    Array.from({ length: options.workers }, () => N8nServer.start({ env, kind: 'worker' })),
  );
  const owner = await N8nOwner.setUp(main);
  await owner.installPackage(PACKAGE);
  await eventually(
    'the workers have installed the package',
    () =>
      workers.every((worker) => worker.log().includes(`package installed: ${PACKAGE}`)) ||
      undefined,
  );
  return {
    main,
    workers,
    owner,
    stop: async () => {
      await Promise.all([main, ...workers].map((server) => server.stop()));
      await Promise.all([redis.stop(), postgres.stop(), outside.close()]);
    },
  };
}
