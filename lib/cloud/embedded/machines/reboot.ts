import { after, type Kernel } from '@/lib/cloud/kernel/kernel';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { CloudMachine } from '@/lib/db/generated/client';

export const REBOOT_SECONDS = 9;

/** Begins a restart, in a transaction. */
export function reboot(kernel: Kernel, uow: UnitOfWork, machine: CloudMachine): void {
  const dueAt = after(kernel, machine.tenantId, REBOOT_SECONDS);
  uow.change('CloudMachine', machine.id, { power: 'rebooting', dueAt });
  emitMachineEvent(uow, machine, 'rebooting');
}
