/**
 * The operators' log: JSON lines with the ids of what they belong to, taken from an async context.
 * It promises that no line holds a secret: values under telling keys, sealed secrets and values known
 * to be secret are masked, the last two in the finished line, wherever they stand.
 */
export { withLogContext } from './context';
export { createKnownSecrets } from './known-secrets';
export { createLog, type Log, type LogOptions } from './log';
