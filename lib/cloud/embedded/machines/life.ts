import type { Deed } from '@/lib/cloud/embedded/deed';
import { after, type Kernel } from '@/lib/cloud/embedded/kernel';
import type { CloudMachine } from '@/lib/db/generated/client';

/** What lets machines live. */
export interface Life {
  kernel: Kernel;
  /** fires when this process may no longer act */
  alive: AbortSignal;
  /** called when a machine has come up: resources of its stack may wait for it */
  cameUp: (stackId: string) => void;
}

export const REBOOT_SECONDS = 9;

/** Begins a restart, in a transaction. */
export async function reboot(kernel: Kernel, deed: Deed, machine: CloudMachine): Promise<void> {
  const dueAt = after(kernel, REBOOT_SECONDS);
  await deed.tx.cloudMachine.update({ where: { id: machine.id }, data: { power: 'rebooting', dueAt } });
  tellPhase(deed, machine, 'rebooting');
}

type Phase = 'ready' | 'rebooting' | 'stopped' | 'failed';

/** Tells the subscribers what a machine has come to. */
export function tellPhase(deed: Deed, machine: CloudMachine, phase: Phase): void {
  const { stackName: stack, tenantId, hostname: host, queue } = machine;
  deed.tell({ kind: 'machine', stack, tenantId, host, queue, phase });
}
