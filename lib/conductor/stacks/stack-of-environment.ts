import type { EnvironmentModel } from '@/lib/model/environment';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import type { StackOwner } from '@/lib/ports/stack-ledger';

/** How the cloud calls a stack of the environment: its own, or a further one that a package names. */
export function stackNameOf(own: string, stack: string | undefined): string {
  return stack === undefined ? own : `${own}-${stack.replaceAll(/[^\w.-]/g, '_')}`;
}

/** Whose the stacks of an environment are: each inbox names the unit whose machine reads it. */
export function stackOwner({ id, services }: EnvironmentModel): StackOwner {
  const units = services.flatMap((service) =>
    service.units.map((unit) => [agentQueue(id, service.id, unit.id), unit.id] as const),
  );
  return { environmentId: id, units: Object.fromEntries(units) };
}
