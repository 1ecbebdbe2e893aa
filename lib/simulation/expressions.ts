import {
  Context,
  createLibrary,
  define,
  type Expression,
  type FunctionDefinition,
  fromPlain,
  isYaqlError,
  Journal,
  Suspension,
  toPlain,
  YaqlEngine,
  YaqlIterator,
} from '@vetro/yaql';
import { ipv4Number } from '@/lib/model/ip-address';
import type { Json } from '@/lib/model/json';
import { CommandFailure, type ListeningPort, recordOf, type World } from './world';

export type { Context, Expression };
export { isYaqlError };

/** Expressions of descriptions take few steps each: what takes more has gone wrong. */
const ENGINE = new YaqlEngine({ limits: { steps: 200_000, iterators: 10_000, memory: 1024 * 1024 } });

/** A text, cut at its `<% %>`: what stands for itself and what is evaluated. */
export type Text = readonly (string | Expression)[];

/** @throws YaqlError */
export function readExpression(text: string): Expression {
  return ENGINE.parse(text);
}

/** @throws YaqlError */
export function readText(text: string): Text {
  return text
    .split(/<%([\s\S]*?)%>/)
    .map((part, at) => (at % 2 === 1 ? readExpression(part.trim()) : part))
    .filter((part) => part !== '');
}

type Request =
  | { ask: 'machines'; port: ListeningPort | null }
  | { ask: 'hash'; password: string }
  | { ask: 'verifies'; password: string; hash: string }
  | { ask: 'newId' }
  | { ask: 'sha1'; text: string };

const asks = (name: string, signature: string, request: (...args: never[]) => Request) =>
  define(name, 'function', signature, (context, ...args) => context.runtime?.ask(request(...args)));

/** What expressions of descriptions can do besides YAQL's own functions. */
const FUNCTIONS = [
  asks('machines', 'protocol:text?=null, port:int=0', (protocol: 'tcp' | 'udp' | null, port: number) => ({
    ask: 'machines',
    port: protocol === null ? null : { protocol, port },
  })),
  asks('hash', 'password:text', (password: string) => ({ ask: 'hash', password })),
  asks('verifies', 'password:text, hash:text?', (password: string, hash: string | null) => ({
    ask: 'verifies',
    password,
    hash: hash ?? '',
  })),
  asks('newId', '', () => ({ ask: 'newId' })),
  asks('sha1', 'text:text', (text: string) => ({ ask: 'sha1', text })),
  define('isAddress', 'function', 'text:text', (_context, text: string) => isAddress(text)),
  // Null for what is no address of the web.
  define('webHost', 'function', 'address:text', (_context, address: string) =>
    URL.canParse(address) && /^https?:/.test(address) ? new URL(address).hostname : null,
  ),
  define('fail', 'function', 'words:text, type:text?=null', (_context, words: string, type: string | null) => {
    throw type === null ? new CommandFailure(words) : new CommandFailure(words, type);
  }),
];

function isAddress(text: string): boolean {
  return ipv4Number(text) !== null || (text.includes(':') && URL.canParse(`http://[${text}]/`));
}

const LIBRARY = createLibrary().child();
for (const definition of FUNCTIONS) LIBRARY.register(definition);

/** A function of a package: `name(one, two)`, and its expression. */
export interface PackageFunction {
  name: string;
  parameters: readonly string[];
  body: Expression;
}

/** @param heading `name(one, two)` @throws YaqlError */
export function readFunction(heading: string, body: string): PackageFunction {
  const [name = '', given = ''] = heading.replace(/\)\s*$/, '').split('(');
  const parameters = given.split(',').map((parameter) => parameter.trim());
  return { name: name.trim(), parameters: parameters.filter((one) => one !== ''), body: readExpression(body) };
}

/** What every function sees, whoever calls it: `$machine`, `$now`. */
class Variables {
  constructor(readonly values: Readonly<Record<string, unknown>>) {}
}

/** The functions that a package's expressions see. */
export interface FunctionScope {
  context: Context;
}

/** A package with its functions. */
interface PackageOfFunctions {
  name: string;
  /** full names of packages, which may require each other */
  requires: readonly string[];
  own: readonly PackageFunction[];
}

/**
 * The functions that the expressions of each package see, by its name: its own before those of the packages that it
 * requires, and both before YAQL's. Each sees what its own package does, whoever calls it.
 */
export function functionScopes(packages: readonly PackageOfFunctions[]): ReadonlyMap<string, FunctionScope> {
  const known = new Map(packages.map((one) => [one.name, { ...one, ...definitionsOf(one.own) }]));
  for (const { name, context } of known.values()) {
    const visible = new Map<string, FunctionDefinition>();
    const visited = new Set<string>();
    const visit = (required: string): void => {
      const found = known.get(required);
      if (!found || visited.has(required)) return;
      visited.add(required);
      found.requires.forEach(visit);
      for (const [called, definition] of found.functions) visible.set(called, definition);
    };
    visit(name);
    for (const definition of visible.values()) context.register(definition, true);
  }
  return known;
}

function definitionsOf(own: readonly PackageFunction[]): FunctionScope & {
  functions: ReadonlyMap<string, FunctionDefinition>;
} {
  const context = LIBRARY.child();
  const functions = new Map<string, FunctionDefinition>();
  for (const { name, parameters, body } of own) {
    const signature = parameters.map((parameter) => `${parameter}:any`).join(', ');
    const definition = define(name, 'function', signature, (call, ...args: unknown[]) => {
      const inside = new Context(context, call.runtime);
      inside.host = call.host;
      setAll(inside, call.host instanceof Variables ? call.host.values : {});
      for (const [at, parameter] of parameters.entries()) inside.set(parameter, settled(args[at], call));
      return settled(body.compiled()(inside), inside);
    });
    functions.set(name, definition);
  }
  return { context, functions };
}

/** A lazy sequence can be walked once only: what a variable holds is walked when it is bound. */
function settled(value: unknown, context: Context): unknown {
  return value instanceof YaqlIterator ? fromPlain(toPlain(value, context)) : value;
}

function setAll(context: Context, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) context.set(name, fromPlain(value));
}

/** Where expressions are evaluated. */
export interface Scope {
  functions: FunctionScope;
  /** what functions see, too */
  shared: Readonly<Record<string, unknown>>;
  own: Readonly<Record<string, unknown>>;
  world: World;
}

/**
 * What an expression comes to.
 *
 * @throws CommandFailure as the expression itself says; YaqlError
 */
export async function evaluate(expression: Expression, { functions, shared, own, world }: Scope): Promise<Json> {
  const journal = new Journal();
  for (;;) {
    journal.rewind();
    const context = new Context(functions.context, ENGINE.newRuntime(journal));
    context.host = new Variables(shared);
    setAll(context, shared);
    setAll(context, own);
    try {
      return toPlain(expression.compiled()(context), context) as Json;
    } catch (thrown) {
      if (!(thrown instanceof Suspension)) throw expression.explained(thrown);
      const waiting = thrown.carryOn();
      let turn = waiting.next();
      while (!turn.done) turn = waiting.next(await answer(turn.value as Request, world));
      journal.answer(turn.value);
    }
  }
}

/** A text with its expressions put in; one that is nothing but an expression is its value. */
export async function fill(text: Text, scope: Scope): Promise<Json> {
  const [only] = text;
  if (text.length === 1 && only !== undefined && typeof only !== 'string') return evaluate(only, scope);
  let filled = '';
  for (const part of text) filled += typeof part === 'string' ? part : asText(await evaluate(part, scope));
  return filled;
}

/** A value within a text. */
export function asText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether a condition holds. */
export async function holds(condition: Expression | null, scope: Scope): Promise<boolean> {
  if (condition === null) return true;
  const value = await evaluate(condition, scope);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

async function answer(request: Request, world: World): Promise<unknown> {
  switch (request.ask) {
    case 'machines':
      return (await world.machines(request.port)).map(recordOf);
    case 'hash':
      return world.hash(request.password);
    case 'verifies':
      return request.hash !== '' && world.verifies(request.password, request.hash);
    case 'newId':
      return world.newId();
    case 'sha1':
      return world.sha1(request.text);
  }
}

/** Why an expression cannot be read; null when it can. */
export function problemIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    return error.message;
  }
}
