import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that every log line of a piece of work carries. */
export interface LogContext {
  requestId?: string;
  tenant?: string;
  environment?: string;
  deployment?: string;
}

const KEY = Symbol.for('vetro.log-context');

// Next loads this module several times in a process; they must all see one context.
function storage(): AsyncLocalStorage<LogContext> {
  const home = globalThis as { [KEY]?: AsyncLocalStorage<LogContext> };
  home[KEY] ??= new AsyncLocalStorage<LogContext>();
  return home[KEY];
}

/** Runs `work` so that its log lines carry `context`, besides what they carried already. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage().run({ ...storage().getStore(), ...context }, work);
}

/** The ids of the work under way. */
export function logContext(): LogContext {
  return storage().getStore() ?? {};
}
