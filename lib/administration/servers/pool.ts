import type { AdminContext } from '@/lib/administration/context';
import { errors, type VetroError } from '@/lib/errors';
import type { ServerPool } from '@/lib/ports/cloud/server-pool';

/**
 * The servers of the installation.
 *
 * @throws not_found `no_server_pool` where machines are something else
 */
export function poolOf({ cloud }: Pick<AdminContext, 'cloud'>): ServerPool {
  if (cloud.pool) return cloud.pool;
  throw errors.notFound(
    'no_server_pool',
    'Machines are not made on servers of your own here. Start Vetro with VETRO_CLOUD=pool for that.',
  );
}

/** What is answered for a server that is not in the pool. */
export function serverNotFound(): VetroError {
  return errors.notFound('server_not_found', 'There is no such server in the pool; it may have been removed.');
}
