import { isYaqlError } from '@vetro/yaql';
import { messageOf } from './thrown';

/** What packages may compare with: the texts that the original has for these errors. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^There is no function '(.*)'\.$/s, 'Unknown function "$1"'],
  [/^There is no method '(.*)' for a value of type (.*)\.$/s, 'Unknown method "$1" for receiver $2'],
];

/** The message of an error as `$e.message` shows it to programs. */
export function upstreamMessage(error: unknown): string {
  const message = messageOf(error);
  if (!isYaqlError(error)) return message;
  for (const [pattern, text] of TEXTS) if (pattern.test(message)) return message.replace(pattern, text);
  return message;
}
