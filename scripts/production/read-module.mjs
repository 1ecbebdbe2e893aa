// What one TypeScript module declares, exports and refers to, by its text alone: no types are worked out.
import ts from 'typescript';

/**
 * @typedef {object} Unit a declaration at the top of a module, a member of such a class, or the module's statements
 * @property {string} name `Class.member` for members
 * @property {number} line
 * @property {Set<string>} references names of the module's own declarations and imports
 * @property {Set<string>} accesses names of properties that it reads or calls
 * @property {string[]} loads modules that it loads as it runs, with all that they export
 * @property {string | null} owner the class of a member
 * @property {boolean} isCalledFromOutside a member that a library or the language calls
 * @property {boolean} isVariable it is worked out when the module is loaded
 *
 * @typedef {object} Module
 * @property {Unit[]} units
 * @property {Map<string, {from: string, name: string}>} imports by local name; `*` is the whole module
 * @property {string[]} loads modules whose statements run with those of this one
 * @property {Map<string, {from: string | null, name: string}>} exports by exported name
 * @property {string[]} stars modules whose exports are all exported
 */

/** Members that the language or libraries call by these names. */
const CALLED_BY_THE_LANGUAGE = new Set(['next', 'return', 'throw', 'toString', 'toJSON', 'valueOf', 'then', 'name']);

/**
 * @param {string} file its name decides whether there is JSX in it
 * @param {string} text
 * @returns {Module} modules are named as the text names them
 */
export function readModule(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const module = { units: [], imports: new Map(), loads: [], exports: new Map(), stars: [] };
  const unit = (name, node, more = {}) => {
    const made = { name, line: lineOf(node), references: new Set(), accesses: new Set(), loads: [] };
    module.units.push({ ...made, owner: null, isCalledFromOutside: false, isVariable: false, ...more });
    return module.units.at(-1);
  };
  const statements = unit('', source);
  statements.line = 1;
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) readImport(node, module);
    else if (ts.isExportDeclaration(node)) readReExport(node, module);
    else if (ts.isExportAssignment(node)) {
      module.exports.set('default', { from: null, name: 'default' });
      collect(node.expression, unit('default', node));
    } else readStatement(node, module, unit, statements);
  }
  return module;
}

function readImport(node, { imports, loads }) {
  const from = node.moduleSpecifier.text;
  const clause = node.importClause;
  if (!clause?.isTypeOnly) loads.push(from);
  if (clause?.name) imports.set(clause.name.text, { from, name: 'default' });
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { from, name: '*' });
  else
    for (const one of bindings?.elements ?? [])
      imports.set(one.name.text, { from, name: (one.propertyName ?? one.name).text });
}

function readReExport(node, { exports, stars, loads }) {
  const from = node.moduleSpecifier?.text ?? null;
  if (from !== null && !node.isTypeOnly) loads.push(from);
  if (!node.exportClause) stars.push(from);
  else if (ts.isNamespaceExport(node.exportClause)) exports.set(node.exportClause.name.text, { from, name: '*' });
  else
    for (const one of node.exportClause.elements)
      exports.set(one.name.text, { from, name: (one.propertyName ?? one.name).text });
}

function readStatement(node, module, unit, statements) {
  const flags = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  const declare = (name, at, more) => {
    if (flags.includes(ts.SyntaxKind.ExportKeyword))
      module.exports.set(flags.includes(ts.SyntaxKind.DefaultKeyword) ? 'default' : name, { from: null, name });
    return unit(name, at, more);
  };
  if (ts.isVariableStatement(node)) {
    for (const declaration of node.declarationList.declarations) {
      const names = namesOf(declaration.name);
      if (names.length === 0) collect(declaration, statements);
      for (const name of names) collect(declaration, declare(name, declaration, { isVariable: true }));
    }
  } else if (ts.isClassDeclaration(node)) readClass(node, declare(node.name?.text ?? 'default', node), unit);
  else if (isDeclaration(node)) {
    const name = node.name?.text ?? 'default';
    const known = ts.isFunctionDeclaration(node) && module.units.find((one) => one.name === name);
    collect(node, known || declare(name, node));
  } else collect(node, statements);
}

function isDeclaration(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

/** A class lives by its name, each of its members by its own as well. */
function readClass(node, own, unit) {
  for (const clause of node.heritageClauses ?? []) collect(clause, own);
  for (const parameter of node.typeParameters ?? []) collect(parameter, own);
  for (const member of node.members) {
    const isNamed = member.name && (ts.isIdentifier(member.name) || ts.isPrivateIdentifier(member.name));
    if (!isNamed || ts.isConstructorDeclaration(member)) collect(member, own);
    else {
      const name = member.name.text;
      const isOverride = ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword) ?? false;
      const isCalledFromOutside = isOverride || CALLED_BY_THE_LANGUAGE.has(name);
      collect(member, unit(`${own.name}.${name}`, member, { owner: own.name, isCalledFromOutside }));
    }
  }
}

/** @returns {string[]} the names that a pattern binds */
function namesOf(pattern) {
  if (ts.isIdentifier(pattern)) return [pattern.text];
  return pattern.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesOf(one.name)));
}

/** Notes what a node refers to; names that are bound inside it are its own affair. */
function collect(root, unit) {
  const visit = (node, bound) => {
    const inner = boundBy(node, bound);
    if (ts.isIdentifier(node)) {
      if (isReference(node) && !bound.has(node.text)) unit.references.add(node.text);
      return;
    }
    noteAccess(node, unit);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(root, new Set());
}

function noteAccess(node, { accesses, loads }) {
  if (ts.isPropertyAccessExpression(node)) accesses.add(node.name.text);
  else if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    accesses.add(node.argumentExpression.text);
  else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) accesses.add(name.text);
  } else if (ts.isIndexedAccessTypeNode(node) && ts.isLiteralTypeNode(node.indexType) && node.indexType.literal.text)
    accesses.add(node.indexType.literal.text);
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    loads.push(node.arguments[0]?.text ?? '');
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) loads.push(node.argument.literal.text);
  else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
    const [first] = node.arguments ?? [];
    if (first && ts.isStringLiteralLike(first) && /\.tsx?$/.test(first.text)) loads.push(first.text);
  }
}

/** @returns {Set<string>} what is bound below this node */
function boundBy(node, bound) {
  const names = [];
  if (ts.isFunctionLike(node)) for (const parameter of node.parameters ?? []) names.push(...namesOf(parameter.name));
  if (ts.isCatchClause(node) && node.variableDeclaration) names.push(...namesOf(node.variableDeclaration.name));
  const statements = ts.isBlock(node) ? node.statements : [];
  for (const one of statements) {
    if (ts.isVariableStatement(one))
      for (const { name } of one.declarationList.declarations) names.push(...namesOf(name));
    else if ((ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) && one.name) names.push(one.name.text);
  }
  const initializer = ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node);
  if (initializer && node.initializer && ts.isVariableDeclarationList(node.initializer))
    for (const { name } of node.initializer.declarations) names.push(...namesOf(name));
  return names.length === 0 ? bound : new Set([...bound, ...names]);
}

/** Whether an identifier stands for something, rather than naming a property or what is declared. */
function isReference(node) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportAssignment(parent)) return true;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  return !('name' in parent && parent.name === node);
}
