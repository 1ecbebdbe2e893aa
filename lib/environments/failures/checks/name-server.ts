import type { MachineReading } from '@/lib/ports/cloud/inspection';
import { type Check, unknown } from './check';

/** Where machines ask for names. */
const NAMES = 53;

/** Whether the name servers that the machine asks answer. */
export const nameServer: Check = {
  id: 'nameServer',
  run: async ({ nameServers, isInspected }) => {
    if (nameServers.length === 0) return null;
    const machines = nameServers.map(({ host }) => host);
    if (!isInspected || nameServers.some(({ reading }) => reading?.silentPorts === null)) return unknown(machines);
    const silent = nameServers.filter(({ reading }) => !answers(reading)).map(({ host }) => host);
    if (silent.length > 0) {
      return { state: 'wrong', machines: silent, sentence: `The name server ${silent.join(', ')} does not answer.` };
    }
    return { state: 'fine', machines, sentence: `The name server ${machines.join(', ')} answers.` };
  },
};

function answers(reading: MachineReading | null): boolean {
  return reading?.power === 'ready' && !reading.silentPorts?.includes(NAMES);
}
