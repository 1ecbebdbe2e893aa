import type { Fault } from '@/lib/ports/cloud/faults';
import { apiOf } from './api';

/**
 * Makes something go wrong on the simulated machines of a tenant. Name a host that only this story has:
 * other stories run at the same time.
 *
 * @returns mends it
 */
export async function injectFault(
  fault: Pick<Fault, 'kind' | 'target' | 'message'> & { times?: number },
  tenant = 'Contoso',
): Promise<() => Promise<void>> {
  const admin = await apiOf('admin', tenant);
  const { id } = await admin.ok('POST', '/v1/simulation/faults', fault);
  return async () => {
    await admin.ok('DELETE', `/v1/simulation/faults/${id}`);
  };
}
