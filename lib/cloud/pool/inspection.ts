import { readAgents } from '@/lib/cloud/agents/readings';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { Inspection, MachineReading } from '@/lib/ports/cloud/inspection';

/** Of a server that somebody has, all that is known is what its agent tells, and that it restarts when a plan says so. */
export function createInspection(kernel: Kernel): Inspection {
  return {
    machines: async (scope, queues) => {
      const found = await readAgents(kernel, scope, queues);
      return new Map(
        [...found].map(([queue, { machine, reading }]): [string, MachineReading] => [
          queue,
          { ...UNKNOWN, ...reading, power: machine.power === 'rebooting' ? 'rebooting' : null },
        ]),
      );
    },
  };
}

const UNKNOWN = { diskFull: null, clockOffset: null, silentPorts: null };
