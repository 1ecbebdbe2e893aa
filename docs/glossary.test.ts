import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOMS = [
  'agent',
  'app',
  'authoring',
  'bench',
  'components',
  'conformance',
  'docs',
  'e2e',
  'i18n',
  'lib',
  'packages',
  'scripts',
];
/** What is written here by people; `generated` is made from what is. */
const WRITTEN = /^(?!docs\/glossary|CHANGELOG|.*\/generated\/).*\.(ts|tsx|cjs|js|mjs|md)$/;

const glossary = fs.readFileSync('docs/glossary.md', 'utf8');
const words = firstColumn('Words that are gone');
const nameless = firstColumn('Words that name nothing');
const files = [
  ...fs.readdirSync('.', { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
  ...ROOMS.flatMap((room) =>
    fs.readdirSync(room, { recursive: true }).map((name) => path.posix.join(room, String(name))),
  ),
].filter((file) => WRITTEN.test(file));
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

describe('names', () => {
  const named = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    if (file.endsWith('.md')) continue;
    for (const name of [path.basename(file).replace(/\..*$/, ''), ...namesIn(file, text)]) {
      for (const word of wordsOf(name)) named.set(word, (named.get(word) ?? new Set()).add(`${file}: ${name}`));
    }
  }

  test('are found', () => {
    expect(nameless.length).toBeGreaterThan(10);
    expect(named.get('topology')?.size).toBeGreaterThan(10);
  });

  test.each(nameless)('have no "%s" among their words', (word) => {
    expect([...(named.get(word) ?? [])]).toEqual([]);
  });
});

/** What the first column of a table of the glossary names. */
function firstColumn(title: string): string[] {
  const [, after = ''] = glossary.split(`## ${title}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
}

/** Every name that a file declares. */
function namesIn(file: string, text: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node };
    if (name && ts.isIdentifier(name) && !ts.isPropertyAccessExpression(node)) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return names;
}

/** `heardFromAgent`, `HEARD_FROM` and `heard-from` have the word "heard". */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}
