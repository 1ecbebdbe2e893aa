import { type Check, unknown } from './check';

/** More than this, and others do not believe what a machine says about the time. */
const MAX_SECONDS = 300;

/** Whether the clock of the machine differs. */
export const clock: Check = {
  id: 'clock',
  run: async ({ machine, nameServers, isInspected }) => {
    if (!machine) return null;
    const { host, reading } = machine;
    if (!isInspected) return unknown([host]);
    if (reading === null) return null;
    if (reading.clockOffset === null) return unknown([host]);
    const [worst] = [machine, ...nameServers]
      .map((one) => ({ host: one.host, seconds: one.reading?.clockOffset ?? 0 }))
      .sort((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds));
    if (worst && Math.abs(worst.seconds) > MAX_SECONDS) {
      const minutes = Math.round(Math.abs(worst.seconds) / 60);
      const sentence = `The clock of ${worst.host} is ${minutes} minutes ${worst.seconds > 0 ? 'ahead' : 'behind'}.`;
      return { state: 'wrong', machines: [worst.host], seconds: worst.seconds, sentence };
    }
    return { state: 'fine', machines: [host], sentence: `The clock of ${host} is right.` };
  },
};
