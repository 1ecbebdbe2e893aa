import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Where the server makes sentences that people meet in the dashboard. */
const MADE_IN = [
  'lib/administration',
  'lib/api/authorize.ts',
  'lib/api/bodies',
  'lib/api/endpoints',
  'lib/api/input.ts',
  'lib/api/problem.ts',
  'lib/api/storable-input.ts',
  'lib/auth',
  'lib/catalog',
  'lib/client',
  'lib/cloud/agents/outdated-agent.ts',
  'lib/cloud/agents/plan-accounts.ts',
  'lib/cloud/pool/pool.ts',
  'lib/cloud/pool/pools.ts',
  'lib/conductor/blueprints',
  'lib/conductor/lifecycle',
  'lib/conductor/muranopl/forms/dynamic-form.ts',
  'lib/conductor/muranopl/forms/form-evaluation.ts',
  'lib/conductor/muranopl/forms/text-pattern.ts',
  'lib/conductor/muranopl/forms/validators.ts',
  'lib/conductor/muranopl/world/class-configuration.ts',
  'lib/conductor/muranopl/world/contract-problems.ts',
  'lib/conductor/operations',
  'lib/conductor/policy',
  'lib/conductor/policy-checks',
  'lib/conductor/problems',
  'lib/conductor/runtime',
  'lib/conductor/workers',
  'lib/db',
  'lib/environments',
  'lib/errors',
  'lib/model',
  'lib/threads',
  'packages/datalog/src',
];

/** What none of them is: words for programs, for authors of packages, and what the dashboard words itself. */
const NOT_FOR_READERS = [
  /\.test\.ts$/,
  /\/testing(\/|\.ts$)/,
  /^lib\/db\/generated\//,
  // the identity API, for command-line clients
  /^lib\/auth\/keystone/,
  // raw addresses, for programs
  /^lib\/api\/endpoints\/(agents|machine-pages|openapi|metrics)/,
  // what is wrong with an audit log, for the command line
  /^lib\/administration\/audit\/verify\.ts$/,
  // packages' topologies, for their authors; how parts are scaled concerns whoever scales them
  /^lib\/model\/lifecycle\/(?!scaled\.)/,
  /^lib\/catalog\/formats\/blueprint\//,
  // worded by the dashboard from the facts beside them
  /^lib\/model\/(diff|unit-state)\.ts$/,
];

/** Calls whose texts are for administrators' logs, descriptions of the API, or programmers. */
const OTHER_CALLS = /(^|\.)(describe|meta|warn|info|debug|log)$|^(Type|Range|Syntax)?Error$|defect$/;

/** A sentence of the server: its text, with `{1}`, `{2}` where values stand, how these are written, and where it is made. */
export interface ServerSentence {
  text: string;
  values: string[];
  file: string;
}

/**
 * Reads, from the source of the server, every sentence that it says to people: texts of more than one word that end as
 * sentences do.
 */
export function serverSentences(): ServerSentence[] {
  return MADE_IN.flatMap((place) => filesOf(place)).flatMap(sentencesOf);
}

function filesOf(place: string): string[] {
  const at = path.join(ROOT, place);
  if (place.endsWith('.ts')) return [place];
  return fs
    .readdirSync(at, { recursive: true, encoding: 'utf8' })
    .map((file) => `${place}/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.ts') && !NOT_FOR_READERS.some((pattern) => pattern.test(file)))
    .sort();
}

function sentencesOf(file: string): ServerSentence[] {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: ServerSentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && /^(description|title)$/.test(node.name.getText())) return;
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && OTHER_CALLS.test(node.expression.getText())) return;
    const text = textOf(node);
    if (text !== null && isSentence(text)) found.push({ text, values: valuesOf(node), file });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.templateSpans.reduce((text, span, index) => `${text}{${index + 1}}${span.literal.text}`, node.head.text);
}

function valuesOf(node: ts.Node): string[] {
  return ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => expression.getText()) : [];
}

function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text) && /[.!?]$/.test(text) && /[a-z]{2}/.test(text) && /^["“{A-Z]/.test(text);
}
