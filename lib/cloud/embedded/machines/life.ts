import { after, type Kernel, tell } from '@/lib/cloud/embedded/kernel';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';

/** What lets machines live. */
export interface Life {
  kernel: Kernel;
  /** fires when this process may no longer act */
  alive: AbortSignal;
  /** called when a machine has come up: resources of its stack may wait for it */
  cameUp: (stackId: string) => void;
}

const REBOOT_SECONDS = 9;

/** Begins a restart, in a transaction. */
export async function reboot(kernel: Kernel, tx: Tx, machine: CloudMachine): Promise<void> {
  const dueAt = after(kernel, REBOOT_SECONDS);
  await tx.cloudMachine.update({ where: { id: machine.id }, data: { power: 'rebooting', dueAt } });
  await tellPhase(kernel, tx, machine, 'rebooting');
}

type Phase = 'ready' | 'rebooting' | 'failed';

/** Tells the subscribers what a machine has come to. */
export async function tellPhase(kernel: Kernel, tx: Tx, machine: CloudMachine, phase: Phase): Promise<void> {
  const { stackName: stack, tenantId, hostname: host, queue } = machine;
  await tell(kernel, tx, { kind: 'machine', stack, tenantId, host, queue, phase });
}
