import { type Check, unknown } from './check';

/** Whether there is room on the disk of the machine. */
export const disk: Check = {
  id: 'disk',
  run: async ({ machine, isInspected }) => {
    if (!machine) return null;
    const { host, reading } = machine;
    const machines = [host];
    if (!isInspected) return unknown(machines);
    if (reading === null) return null;
    if (reading.diskFull === null) return unknown(machines);
    if (reading.diskFull) return { state: 'wrong', machines, sentence: `The disk of ${host} is full.` };
    return { state: 'fine', machines, sentence: `There is room on the disk of ${host}.` };
  },
};
