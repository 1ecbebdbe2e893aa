/** Work that may wait: yields requests, is given answers with `next` and failures with `throw`, ends with a value. */
export type Waiting<Value = unknown> = Generator<unknown, Value, unknown>;

/** Whether a value is work that may wait, and not yet a result. */
export function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'object' && value !== null && 'next' in value && 'throw' in value && 'return' in value;
}
