import fs from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Exported functions of a file that say nothing of themselves, as `path:line name`. */
function silent(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const described = new Set();
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement)) return [];
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const name = statement.name?.text ?? 'default';
    if (ts.getJSDocCommentsAndTags(statement).length > 0) described.add(name);
    // The first of several signatures speaks for all.
    if (described.has(name)) return [];
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    return [`${file}:${line + 1} ${name}`];
  });
}

it('every exported function of lib/ says what it is', () => {
  const files = fs
    .readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((file) => `lib/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/(testing|generated)\//.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => silent(file, fs.readFileSync(file, 'utf8')))).toEqual([]);
});

it('one that says nothing is found', () => {
  const text = '/** Said. */\nexport function said() {}\n\nexport function unsaid() {}\n';
  expect(silent('x.ts', text)).toEqual(['x.ts:4 unsaid']);
});
