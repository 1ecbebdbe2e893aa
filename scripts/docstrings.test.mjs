import fs from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const parsed = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** Exported functions of a file that say nothing of themselves, as `path:line name`. */
function silent(source) {
  const described = new Set();
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement)) return [];
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const name = statement.name?.text ?? 'default';
    if (ts.getJSDocCommentsAndTags(statement).length > 0) described.add(name);
    // The first of several signatures speaks for all.
    if (described.has(name)) return [];
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    return [`${source.fileName}:${line + 1} ${name}`];
  });
}

/** Whether a function throws by itself an error that callers may meet: a plain `Error` is a defect of its caller. */
function throws(body) {
  let found = false;
  const visit = (node, isCaught) => {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isThrowStatement(node) && !isCaught && !isDefect(node.expression)) found = true;
    if (ts.isTryStatement(node)) {
      visit(node.tryBlock, isCaught || node.catchClause !== undefined);
      for (const rest of [node.catchClause, node.finallyBlock]) if (rest) visit(rest, isCaught);
    } else ts.forEachChild(node, (child) => visit(child, isCaught));
  };
  ts.forEachChild(body, (child) => visit(child, false));
  return found;
}

/** `throw new Error(…)`, or what was caught and is thrown on. */
function isDefect(expression) {
  if (ts.isIdentifier(expression)) return true;
  return ts.isNewExpression(expression) && /^(Error|TypeError|RangeError)$/.test(expression.expression.getText());
}

/** Exported functions of a file that throw and do not say what, as `path:line name`. */
function unannounced(source) {
  const said = new Map();
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement)) return [];
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const name = statement.name?.text ?? 'default';
    const words = ts.getJSDocCommentsAndTags(statement).map((doc) => doc.getText());
    // The first of several signatures speaks for all.
    said.set(name, `${said.get(name) ?? ''}${words.join('')}`);
    if (!statement.body || !throws(statement.body) || /@throws/.test(said.get(name))) return [];
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    return [`${source.fileName}:${line + 1} ${name}`];
  });
}

const files = fs
  .readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .map((file) => `lib/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/(testing|generated)\//.test(file))
  .map((file) => parsed(file, fs.readFileSync(file, 'utf8')));

it('every exported function of lib/ says what it is', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(silent)).toEqual([]);
});

it('one that says nothing is found', () => {
  const text = '/** Said. */\nexport function said() {}\n\nexport function unsaid() {}\n';
  expect(silent(parsed('x.ts', text))).toEqual(['x.ts:4 unsaid']);
});

it('every exported function of lib/ that throws says what', () => {
  expect(files.flatMap(unannounced)).toEqual([]);
});

it('one that throws and does not say what is found; defects and what is caught are no such', () => {
  const text = [
    '/** @throws a fault */ export function said() { throw fault(); }',
    '/** Said. */ export function unsaid() { if (now) throw fault(); }',
    "/** Said. */ export function defect() { throw new Error('never'); }",
    '/** Said. */ export function caught() { try { throw fault(); } catch (error) { throw error; } }',
    '/** Said. */ export function inside() { return () => { throw fault(); }; }',
  ].join('\n');
  expect(unannounced(parsed('x.ts', text))).toEqual(['x.ts:2 unsaid']);
});
