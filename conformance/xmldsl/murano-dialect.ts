import type { Dialect } from '@/lib/conductor/xml';

/** What the original engine does: the recorded traces are judged by it. */
export const MURANO_0_2: Dialect = {
  mixedAnswer: 'both',
  emptyAnswer: 'neither',
  missingKey: 'keep',
  defaultFor: 'falsy',
  throughNull: 'error',
  errorShape: 'murano-0.2',
  handlerError: 'at-once',
  failedDelete: 'success',
  unchangedStack: 'update',
  unknownUnit: 'send',
};
