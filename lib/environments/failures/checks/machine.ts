import { type Check, unknown } from './check';

/** Whether the machine runs. */
export const machine: Check = {
  id: 'machine',
  run: async ({ failure, machine: seen, isInspected }) => {
    if (!seen) return null;
    const { host, reading } = seen;
    const machines = [host];
    if (!isInspected) return unknown(machines);
    // that the cloud did not make it is the failure itself, and no cause of it
    if (reading === null && failure.code === 'stack_failed') return null;
    if (reading === null) return { state: 'wrong', machines, sentence: `The cloud has no machine ${host}.` };
    const { power } = reading;
    if (power === null) return unknown(machines);
    if (power === 'stopped') return { state: 'wrong', machines, sentence: `${host} is switched off.` };
    if (power === 'failed') return { state: 'wrong', machines, sentence: `${host} did not come up.` };
    return { state: 'fine', machines, sentence: `${host} runs.` };
  },
};
