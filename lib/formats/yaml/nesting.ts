import { Lexer, Parser, parse } from 'yaml';

/** How deep lists and mappings of a YAML text may lie in one another; our own files need about fifteen levels. */
export const MAX_YAML_LEVELS = 100;

/**
 * Finds where a YAML text nests too deep to be read. The library reads level by level in calls of its own, and where
 * these use the stack up, Node ends the whole process instead of throwing: two kilobytes of `? ? ?` are enough. It cuts a
 * text into tokens without that, and so it is asked to do this first, no further than to the first level too many.
 *
 * @returns the line (counts from 1) on which the first level beyond `MAX_YAML_LEVELS` begins; null when there is none
 */
export function lineTooDeep(text: string): number | null {
  const parser = new Parser();
  let read = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // What it has made of the text so far is not needed, only how deep it is in it.
    for (const _ of parser.next(lexeme));
    read += lexeme.length;
    if (parser.stack.length > MAX_YAML_LEVELS) return text.slice(0, read).split('\n').length;
  }
  return null;
}

/** Why such a text is not read, for people. */
export const TOO_DEEP = `Lists and mappings lie more than ${MAX_YAML_LEVELS} levels deep in one another.`;

/**
 * Reads a YAML text that somebody else wrote, for whoever needs its value alone.
 *
 * @param maxAliasCount how often aliases may repeat what they stand for
 * @throws Error that says what is wrong with the text
 */
export function parseYaml(text: string, maxAliasCount: number): unknown {
  const line = lineTooDeep(text);
  if (line !== null) throw new Error(`${TOO_DEEP} The first level too many is on line ${line}.`);
  return parse(text, { maxAliasCount });
}
