// What could be written instead in a TypeScript file, one change at a time, by its text alone.
import ts from 'typescript';

/**
 * @typedef {object} Mutation
 * @property {string} kind
 * @property {number} start where the text begins that it replaces
 * @property {number} end
 * @property {string} text what stands there instead
 * @property {number} line of its start, from 1
 */

const OTHER_OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
const BOUNDARIES = new Set(['<', '<=', '>', '>=']);
const TRUTHS = new Set(['===', '!==', '&&', '||', 'in', 'instanceof', ...BOUNDARIES]);
const OTHER_METHODS = { some: 'every', every: 'some', min: 'max', max: 'min' };
const LISTS = new Set(['map', 'filter', 'flatMap', 'slice', 'sort', 'toSorted', 'concat', 'entries', 'keys', 'values']);
const ANSWERS = new Set(['some', 'every', 'includes', 'has', 'startsWith', 'endsWith', 'test']);

/**
 * All mutations of a file: conditions negated, boundaries moved, operators and methods exchanged, statements removed,
 * constants returned.
 * @param {string} file
 * @param {string} source
 * @returns {Mutation[]} in the order of the text
 */
export function mutationsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found = [];
  const add = (kind, node, text) => {
    const start = node.getStart(tree);
    if (source.slice(start, node.end) === text) return;
    found.push({ kind, start, end: node.end, text, line: tree.getLineAndCharacterOfPosition(start).line + 1 });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    // what a defect says of itself is no behaviour
    if (ts.isThrowStatement(node)) return;
    mutateNode(node, add);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

function mutateNode(node, add) {
  const condition = conditionOf(node);
  if (condition) add('condition negated', condition, `!(${condition.getText()})`);
  if (ts.isBinaryExpression(node)) mutateOperator(node, add);
  if (isNegation(node)) add('negation removed', node, node.operand.getText());
  if (node.kind === ts.SyntaxKind.TrueKeyword) add('constant exchanged', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add('constant exchanged', node, 'true');
  if (ts.isCallExpression(node)) mutateCall(node, add);
  if (isRemovable(node)) add('statement removed', node, ';');
  const returned = returnedBy(node);
  if (returned) for (const constant of constantsFor(returned)) add('constant returned', returned, constant);
}

function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : null;
}

function mutateOperator(node, add) {
  const { operatorToken, right } = node;
  const operator = operatorToken.getText();
  if (OTHER_OPERATORS[operator]) {
    add(BOUNDARIES.has(operator) ? 'boundary moved' : 'operator exchanged', operatorToken, OTHER_OPERATORS[operator]);
  }
  if (operator === '-') add('operator exchanged', operatorToken, '+');
  if (operator === '+' && ts.isNumericLiteral(right)) add('operator exchanged', operatorToken, '-');
}

function isNegation(node) {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

function mutateCall({ expression, arguments: given }, add) {
  if (!ts.isPropertyAccessExpression(expression)) return;
  const { name } = expression;
  if (Object.hasOwn(OTHER_METHODS, name.text)) add('method exchanged', name, OTHER_METHODS[name.text]);
  if (name.text === 'filter' && given.length === 1) add('filter removed', given[0], '() => true');
}

/** A statement without which the file still has a meaning: a call, an assignment, a jump. */
function isRemovable(node) {
  if (ts.isContinueStatement(node)) return true;
  if (ts.isReturnStatement(node) && !node.expression) return true;
  if (!ts.isExpressionStatement(node)) return false;
  // an object is made whole before its class uses it
  return node.expression.kind !== ts.SyntaxKind.SuperKeyword && !node.getText().startsWith('super(');
}

/** What a function answers here; null where it answers nothing. */
function returnedBy(node) {
  if (ts.isReturnStatement(node)) return node.expression ?? null;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : null;
}

/** Constants of the kind that an expression seems to be of. */
function constantsFor(given) {
  const expression = ts.isParenthesizedExpression(given) ? given.expression : given;
  if (ts.isAwaitExpression(expression)) return [];
  if (isTruth(expression)) return ['true', 'false'];
  if (ts.isArrayLiteralExpression(expression)) return ['[]'];
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) return ["''"];
  if (ts.isNumericLiteral(expression)) return [expression.text === '0' ? '1' : '0'];
  const method = methodOf(expression);
  if (method !== null && LISTS.has(method)) return ['[]'];
  const isNothing = ['null', 'undefined', 'true', 'false'].includes(expression.getText());
  return isNothing ? [] : ['null'];
}

function isTruth(expression) {
  if (isNegation(expression)) return true;
  if (ts.isBinaryExpression(expression)) return TRUTHS.has(expression.operatorToken.getText());
  const method = methodOf(expression);
  return method !== null && ANSWERS.has(method);
}

function methodOf(expression) {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return null;
  return expression.expression.name.text;
}

/** The text of a file with a mutation. */
export function mutated(source, { start, end, text }) {
  return `${source.slice(0, start)}${text}${source.slice(end)}`;
}

/** The lines that a mutation changes, as a diff says them. */
export function diffOf(source, mutation) {
  const { start, end, line } = mutation;
  const linesIn = (text) => text.split('\n').length - 1;
  const before = source.split('\n').slice(line - 1, line + linesIn(source.slice(start, end)));
  const after = mutated(source, mutation)
    .split('\n')
    .slice(line - 1, line + linesIn(mutation.text));
  return [...before.map((one) => `- ${one.trim()}`), ...after.map((one) => `+ ${one.trim()}`)].join('\n');
}

/** So many of a list, chosen by a seed; the same ones each time. */
export function sampleOf(all, count, seed) {
  let state = seed >>> 0;
  // mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const ranked = all.map((one) => ({ one, rank: next() }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);
}
