import type { Fault } from '@/lib/ports/cloud/faults';
import { apiOf } from './api';

const injected: (() => Promise<unknown>)[] = [];

/** Takes back every fault of the story that has ended: one that lasts would strike its second try as well. */
export async function mendFaults(): Promise<void> {
  // one that the story has mended itself is not found any more
  for (const takeBack of injected.splice(0)) await takeBack();
}

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
  const path = `/v1/simulation/faults/${id}`;
  injected.push(() => admin.call('DELETE', path));
  return async () => {
    await admin.ok('DELETE', path);
  };
}
