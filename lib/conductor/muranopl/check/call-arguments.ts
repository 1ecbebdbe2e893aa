import type { CallNode } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { MethodDeclaration } from '../syntax/declarations';
import { nearest } from '../syntax/fields';
import type { ClassView } from './class-view';
import { isDot, placeOf, positional, textOf, visit } from './nodes';
import { refusesNull, type Signature, signatureOf } from './signatures';
import { expressionsOf, type PlacedExpression, statementsIn } from './statements';
import { isPrefixed, type ValueClasses } from './value-classes';

/** What a call gives; undefined where that only shows when it is made. */
interface GivenArguments {
  readonly positional: number;
  readonly named: readonly string[];
}

/**
 * Looks whether calls of methods fit what these take, where the class that is called is certain, and `new` the
 * properties of its class.
 */
export function checkCallArguments(
  method: MethodDeclaration,
  view: ClassView,
  classes: ValueClasses,
  problems: Problems,
): void {
  const variables = classes.variablesOf(view, method);
  for (const statement of statementsIn(method.body)) {
    for (const placed of expressionsOf(statement)) {
      for (const { node, isInner, receiver } of visit(placed.expression.tree)) {
        if (node.kind === 'call' && node.name === 'new' && !receiver) {
          const made = classes.named(positional(node)[0], view);
          if (made?.isComplete) checkNew(placed, node, made, problems);
        } else if (node.kind === 'binary' && isDot(node.operator) && node.right.kind === 'call') {
          const called = classes.of(node.left, view, variables, isInner);
          const type = called ?? (isPrefixed(node.left) ? classes.named(node.left, view) : undefined);
          const signature = type && signatureOf(type, node.right.name);
          if (signature && (called || signature.isStatic)) checkCall(placed, node.right, signature, problems);
        }
      }
    }
  }
}

function checkCall(placed: PlacedExpression, node: CallNode, signature: Signature, problems: Problems): void {
  const given = givenBy(node);
  if (!given) return;
  const { name } = node;
  const place = placeOf(placed, node);
  const text = textOf(placed, node);
  const standard = signature.arguments.filter(({ usage }) => usage === 'Standard');
  const known = standard.map((argument) => argument.name);
  const takesMore = signature.arguments.some(({ usage }) => usage === 'VarArgs');
  const takesNames = signature.arguments.some(({ usage }) => usage === 'KwArgs');
  if (given.positional > standard.length && !takesMore) {
    problems.warn(
      'bad_call',
      `The method ${name} takes ${counted(standard.length)}, and gets ${given.positional}.`,
      place,
      {
        text,
        hint: known.length === 0 ? undefined : `It takes ${known.join(', ')}.`,
      },
    );
  }
  for (const argument of given.named) {
    const index = known.indexOf(argument);
    if (index < 0 && !takesNames) {
      const hint =
        nearest(argument, known) ?? (known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`);
      problems.warn('bad_call', `The method ${name} has no argument ${argument}.`, place, { text, hint });
    } else if (index >= 0 && index < given.positional) {
      problems.warn('bad_call', `The method ${name} gets the argument ${argument} twice.`, place, { text });
    }
  }
  const missing = standard
    .slice(given.positional)
    .filter(({ name: argument, isNeeded }) => isNeeded && !given.named.includes(argument));
  if (missing.length > 0) {
    const names = missing.map((argument) => argument.name).join(', ');
    problems.warn('bad_call', `The method ${name} needs ${names}.`, place, { text });
  }
}

function checkNew(placed: PlacedExpression, node: CallNode, made: ClassView, problems: Problems): void {
  const given = givenBy(node);
  if (!given) return;
  const place = placeOf(placed, node);
  const text = textOf(placed, node);
  const begins = signatureOf(made, '.init')?.arguments ?? [];
  const takesNames = begins.some(({ usage }) => usage === 'KwArgs');
  const known = [...made.properties, ...begins.map(({ name }) => name)];
  for (const name of given.named) {
    if (takesNames || known.includes(name)) continue;
    problems.warn('unknown_property', `The class ${made.name} has no property ${name}; it is passed over.`, place, {
      text,
      hint: nearest(name, known),
    });
  }
  const missing = neededProperties(made).filter((name) => !given.named.includes(name));
  if (missing.length > 0) {
    problems.warn('missing_property', `The class ${made.name} needs ${missing.join(', ')}.`, place, { text });
  }
}

/** Properties without which no object of a class can be made. */
function neededProperties({ declaration, parents }: ClassView): string[] {
  const own = declaration.properties.filter(
    ({ usage, contract, default: otherwise }) =>
      ['In', 'InOut', 'Const'].includes(usage) && otherwise === undefined && refusesNull(contract),
  );
  const redeclared = new Set(declaration.properties.map(({ name }) => name));
  const inherited = parents.flatMap(neededProperties).filter((name) => !redeclared.has(name));
  return [...new Set([...own.map(({ name }) => name), ...inherited])];
}

function givenBy({ args }: CallNode): GivenArguments | undefined {
  const rules = args.flatMap((node) => (node.kind === 'rule' ? [node.source] : []));
  const named = rules.flatMap((source) => (source.kind === 'keyword' ? [source.name] : []));
  return named.length === rules.length ? { positional: args.length - rules.length, named } : undefined;
}

function counted(count: number): string {
  if (count === 0) return 'no arguments';
  return count === 1 ? 'one argument' : `${count} arguments`;
}
