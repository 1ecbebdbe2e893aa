import { ProcessorTime } from '@/lib/conductor/language/processor-time';

/** What one run of a package may take of the processor: as much as a deployment, and Ctrl+C is heard meanwhile. */
export function processorTime(): ProcessorTime {
  return new ProcessorTime({
    now: () => performance.now(),
    yield: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    },
  });
}
