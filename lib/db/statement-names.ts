import { createHash } from 'node:crypto';

/** Every connection keeps the statements it has prepared; so many texts get a name, later ones stay unprepared. */
const MAX_NAMES = 500;
/** Names by text. A cache of what the text alone decides, so it may be there more than once in a process. */
const names = new Map<string, string>();

/**
 * The name under which a connection prepares a statement, once, instead of parsing and planning it each time.
 * Statements are few: their texts are written in the code, or made by the typed client from what is written there.
 *
 * @returns the name; empty when there are too many already, and then the statement runs without one
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) return '';
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
