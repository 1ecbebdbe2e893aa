import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import de from './de';
import en from './en';

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** Names of the arguments of an ICU message: `{count, plural, …}` and `{name}`, and of its tags. */
function argumentsOf(message: string): string[] {
  const names = [...message.matchAll(/\{\s*(\w+)\s*(?:,|\})/g), ...message.matchAll(/<(\w+)>/g)].map((m) => m[1] ?? '');
  // Branches of plurals and selects hold words in braces, too; what matters is what both languages are handed.
  return [...new Set(names)].sort();
}

const english = flat(en as Tree);
const german = flat(de as Tree);

describe('the sentences of the dashboard', () => {
  it('are there in both languages', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('name the same arguments in both languages', () => {
    const single = (message: string) => !/,\s*(plural|select)/.test(message);
    for (const [key, message] of english) {
      const other = german.get(key) ?? '';
      if (single(message) && single(other)) expect([key, argumentsOf(other)]).toEqual([key, argumentsOf(message)]);
    }
  });

  it('are never empty', () => {
    for (const [key, message] of [...english, ...german]) expect([key, message.trim() === '']).toEqual([key, false]);
  });

  it('have each feature folder’s file', () => {
    const files = (locale: string) =>
      fs.readdirSync(path.join(import.meta.dirname, locale)).filter((file) => file.endsWith('.json'));
    expect(files('de')).toEqual(files('en'));
    expect(Object.keys(en).sort()).toEqual(files('en').map((file) => file.replace('.json', '')));
  });
});
