import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'null',
  date: 'a date',
};

const FORMATS: Record<string, string> = {
  email: 'an e-mail address, such as anna@example.com',
  url: 'an address that begins with http:// or https://',
  uuid: 'a UUID',
  date: 'a date, such as 2026-01-31',
  datetime: 'an instant, such as 2026-01-31T12:00:00Z',
  ipv4: 'an IP address, such as 10.0.0.1',
};

const MISSING = 'This is missing.';

/** Whether words of {@link schemaWords} tell of something that is not there. */
export function isAboutMissing(sentence: string): boolean {
  return sentence.startsWith(MISSING);
}

/**
 * What a schema's refusal means, in plain words: for `safeParse(value, { error: schemaWords })` wherever people read
 * it. Sentences that a schema says itself take precedence.
 *
 * @returns one sentence; the place is told beside it
 */
export function schemaWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${MISSING} It must be ${kindOf(issue.expected)}.`
        : `This must be ${kindOf(issue.expected)}, not ${nameOf(issue.input)}.`;
    case 'too_small':
      if (issue.inclusive === false) return `This must be more than ${issue.minimum}.`;
      return `This must ${bound(issue.origin, Number(issue.minimum), issue.exact ? 'exactly' : 'at least')}.`;
    case 'too_big':
      if (issue.inclusive === false) return `This must be less than ${issue.maximum}.`;
      return `This must ${bound(issue.origin, Number(issue.maximum), issue.exact ? 'exactly' : 'at most')}.`;
    case 'invalid_format':
      return formatWords(issue);
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'This must be a whole number.' : `This must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `There is nothing called ${list(issue.keys.map(quoted), 'or')} here. Remove it.`;
    case 'invalid_value':
      return `This must be ${list(issue.values.map(quoted), 'or')}.`;
    case 'invalid_union':
      return issue.input === undefined ? MISSING : 'This has none of the forms that are allowed here.';
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'A name in here is not allowed.';
    case 'invalid_element':
      return 'An entry in here is not allowed.';
    default:
      return 'This is not allowed here.';
  }
}

function kindOf(expected: string): string {
  return KINDS[expected] ?? `of the kind ${expected}`;
}

/** What was given, as one names it. */
function nameOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number' && Number.isNaN(input)) return 'something that is no number';
  if (typeof input === 'number') return 'a number like this';
  return KINDS[typeof input] ?? 'this';
}

function bound(origin: string, limit: number, how: string): string {
  switch (origin) {
    case 'string':
      return limit === 1 && how === 'at least' ? 'not be empty' : `have ${how} ${count(limit, 'character')}`;
    case 'array':
    case 'set':
      return limit === 1 && how === 'at least' ? 'not be empty' : `have ${how} ${count(limit, 'entry', 'entries')}`;
    case 'object':
    case 'map':
      return `have ${how} ${count(limit, 'field')}`;
    default:
      return `be ${how} ${limit}`;
  }
}

function formatWords(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'starts_with') return `This must begin with "${String(issue.prefix)}".`;
  if (issue.format === 'ends_with') return `This must end with "${String(issue.suffix)}".`;
  const wanted = FORMATS[issue.format];
  return wanted ? `This must be ${wanted}.` : 'This does not have the form that is expected here.';
}

function count(amount: number, one: string, more = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : more}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function list(words: readonly string[], between: string): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${between} ${last}`;
}
