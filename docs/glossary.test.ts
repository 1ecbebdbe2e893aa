import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOMS = ['app', 'authoring', 'bench', 'components', 'conformance', 'docs', 'e2e', 'i18n', 'lib', 'scripts'];
/** What is written here by people; `generated` is made from what is. */
const WRITTEN = /^(?!docs\/glossary|lib\/db\/generated\/).*\.(ts|tsx|mjs|md)$/;

const [, gone = ''] = fs.readFileSync('docs/glossary.md', 'utf8').split('## Words that are gone');
const words = [...gone.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
const files = ROOMS.flatMap((room) =>
  fs.readdirSync(room, { recursive: true }).map((name) => path.posix.join(room, String(name))),
).filter((file) => WRITTEN.test(file));
const texts = files.map((file) => [file, fs.readFileSync(file, 'utf8')] as const);

describe('words that the glossary calls gone', () => {
  test('are listed', () => {
    expect(words.length).toBeGreaterThan(20);
    expect(files.length).toBeGreaterThan(1_000);
  });

  test.each(words)('"%s" is used nowhere', (word) => {
    // `short memory` is also shortMemory and short-memory.
    const pattern = new RegExp(`\\b${word.replace(/ /g, '[ -]?')}\\b`, 'i');
    expect(texts.filter(([, text]) => pattern.test(text)).map(([file]) => file)).toEqual([]);
  });
});
