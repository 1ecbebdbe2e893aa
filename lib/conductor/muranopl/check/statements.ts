import type { Expression } from '@vetro/yaql';
import type { Place, Template } from '../source/value';
import type { Block, Statement } from '../syntax/declarations';

/** Every statement of a block and of the blocks in it. */
export function* statementsIn(block: Block): Generator<Statement> {
  for (const statement of block) {
    yield statement;
    for (const inner of blocksOf(statement)) yield* statementsIn(inner);
  }
}

function blocksOf(statement: Statement): Block[] {
  switch (statement.kind) {
    case 'if':
      return [statement.then, statement.otherwise ?? []];
    case 'while':
    case 'for':
    case 'repeat':
    case 'do':
      return [statement.body];
    case 'match':
    case 'switch':
      return [...statement.cases.map(({ body }) => body), statement.otherwise ?? []];
    case 'parallel':
      return [statement.branches];
    case 'try': {
      const { body, catches, otherwise = [], finally: last = [] } = statement;
      return [body, ...catches.map((clause) => clause.body), otherwise, last];
    }
    default:
      return [];
  }
}

/** An expression where it stands. */
export interface PlacedExpression {
  readonly expression: Expression;
  /** the place of its first character */
  readonly place: Place;
  /** over several lines, so that positions in it tell no columns */
  readonly folded: boolean;
}

/** The templates of a statement, those of inner blocks left out. */
export function templatesOf(statement: Statement): readonly Template[] {
  switch (statement.kind) {
    case 'template':
    case 'return':
    case 'assignment':
      return [statement.value];
    case 'if':
      return [statement.condition];
    case 'for':
      return [statement.collection];
    case 'repeat':
      return [statement.times];
    case 'match':
      return [statement.value];
    case 'switch':
      return statement.cases.map(({ condition }) => condition);
    case 'parallel':
      return statement.limit ? [statement.limit] : [];
    case 'throw':
      return [statement.names, ...[statement.message, statement.cause].flatMap((one) => one ?? [])];
    default:
      return [];
  }
}

/** The expressions of a statement, those of inner blocks left out. */
export function* expressionsOf(statement: Statement): Generator<PlacedExpression> {
  if (statement.kind === 'expression') {
    yield { expression: statement.expression, place: statement.place, folded: statement.folded === true };
  } else if (statement.kind === 'assignment') {
    yield { expression: statement.target, place: statement.place, folded: false };
  } else if (statement.kind === 'while') {
    yield { expression: statement.condition, place: statement.place, folded: true };
  }
  for (const template of templatesOf(statement)) yield* expressionsIn(template);
}

/** The expressions of a template, in keys too. */
export function* expressionsIn(template: Template): Generator<PlacedExpression> {
  switch (template.kind) {
    case 'expression':
      yield { expression: template.expression, place: template.place, folded: template.folded === true };
      return;
    case 'list':
      for (const item of template.items) yield* expressionsIn(item);
      return;
    case 'map':
      for (const { key, value } of template.entries) {
        yield* expressionsIn(key);
        yield* expressionsIn(value);
      }
  }
}
