import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaWords } from './schema-words';

const said = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { error: schemaWords }).error?.issues ?? []).map(({ message }) => message);

describe('what a schema refuses, in plain words', () => {
  it.each([
    [z.object({ name: z.string() }), {}, 'This is missing. It must be a text.'],
    [z.string(), 5, 'This must be a text, not a number like this.'],
    [z.string(), null, 'This must be a text, not null.'],
    [z.int(), 1.5, 'This must be a whole number, not a number like this.'],
    [z.array(z.string()), 'x', 'This must be a list, not a text.'],
    [z.record(z.string(), z.string()), [], 'This must be an object with named fields, not a list.'],
    [z.boolean(), 'yes', 'This must be true or false, not a text.'],
    [z.string().min(1), '', 'This must not be empty.'],
    [z.string().max(2), 'abc', 'This must have at most 2 characters.'],
    [z.number().min(1), 0, 'This must be at least 1.'],
    [z.number().max(100), 101, 'This must be at most 100.'],
    [z.number().positive(), 0, 'This must be more than 0.'],
    [z.number().lt(5), 5, 'This must be less than 5.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'This must have at most 1 entry.'],
    [z.enum(['a', 'b', 'c']), 'd', 'This must be "a", "b" or "c".'],
    [z.literal(1), 2, 'This must be 1.'],
    [z.email(), 'x', 'This must be an e-mail address, such as anna@example.com.'],
    [z.string().regex(/^a$/), 'x', 'This does not have the form that is expected here.'],
    [z.string().regex(/^a$/, 'Send an a.'), 'x', 'Send an a.'],
    [z.strictObject({}), { x: 1 }, 'There is nothing called "x" here. Remove it.'],
    [z.union([z.string(), z.number()]), true, 'This has none of the forms that are allowed here.'],
    [
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]),
      { k: 'b' },
      'This has none of the forms that are allowed here.',
    ],
    [z.string().refine(() => false), 'x', 'This is not allowed here.'],
  ])('%#', (schema, value, sentence) => {
    expect(said(schema, value)).toEqual([sentence]);
  });
});
