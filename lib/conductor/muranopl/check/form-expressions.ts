import type { Node } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import { formLibrary } from '../forms/form-functions';
import type { Template } from '../source/value';
import { nearest } from '../syntax/fields';
import { isDot, placeOf, textOf, visit } from './nodes';
import { expressionsIn, type PlacedExpression } from './statements';
import { namesIn } from './variables';

/** What the expressions of a form may speak of. */
export interface FormNames {
  /** the fields of each form; `undefined` for one whose fields cannot be told */
  readonly forms: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** templates and parameters; undefined when they are only known as the form is shown */
  readonly variables: ReadonlySet<string> | undefined;
}

/** The form that Murano puts after the others. */
const LAST_FORM = 'workflowManagement';
/** What stands in every form: the data of all forms, and the number within `repeat`. */
const GIVEN = ['forms', 'index'];

const library = formLibrary();

/**
 * Looks whether the functions that a form's expressions call are there, and the forms, fields and variables that
 * they read. `whole` says that `$` is the data of all forms, which it is not in the validators of a field.
 */
export function checkFormExpressions(template: Template, names: FormNames, whole: boolean, problems: Problems): void {
  for (const placed of expressionsIn(template)) {
    const own = namesIn(placed.expression.tree);
    for (const { node, receiver } of visit(placed.expression.tree)) {
      if (node.kind === 'call') checkCall(placed, node, receiver !== undefined, problems);
      else if (node.kind === 'variable') checkVariable(placed, node, names, own, problems);
    }
    for (const node of whole ? outside(placed.expression.tree) : []) checkField(placed, node, names, problems);
  }
}

/** Functions that give `$` another meaning within their arguments; methods may all do so. */
const BINDING = new Set(['switch', 'selectCase', 'selectAllCases', 'switchCase', 'let', 'with', 'as', 'def']);

/** The parts of an expression in which `$` is what it is for the whole. */
function* outside(node: Node, isMethod = false): Generator<Node> {
  yield node;
  switch (node.kind) {
    case 'binary':
      yield* outside(node.left);
      if (node.operator !== '->') yield* outside(node.right, isDot(node.operator));
      return;
    case 'unary':
      yield* outside(node.operand);
      return;
    case 'group':
      yield* outside(node.inner);
      return;
    case 'call':
      if (isMethod || BINDING.has(node.name)) return;
      for (const argument of node.args) {
        if (argument.kind === 'rule') yield* outside(argument.destination);
        else if (argument.kind !== 'skip') yield* outside(argument);
      }
  }
}

function checkCall(
  placed: PlacedExpression,
  node: Extract<Node, { kind: 'call' }>,
  isMethod: boolean,
  problems: Problems,
): void {
  if (knows(node.name, isMethod)) return;
  const text = textOf(placed, node);
  const known = [...library.layer.names()].filter((name) => !name.startsWith('#') && knows(name, isMethod));
  problems.error('unknown_function', `There is no function ${node.name}() in forms.`, placeOf(placed, node), {
    text,
    hint: knows(node.name, !isMethod)
      ? `It is called ${isMethod ? `as a function: ${node.name}(value)` : `on a value: value.${node.name}()`}.`
      : nearest(node.name, known),
  });
}

function knows(name: string, asMethod: boolean): boolean {
  return library.layer.find(name, asMethod).levels.length > 0;
}

function checkVariable(
  placed: PlacedExpression,
  node: Extract<Node, { kind: 'variable' }>,
  { variables }: FormNames,
  own: ReadonlySet<string>,
  problems: Problems,
): void {
  const name = node.name.slice(1);
  if (!variables || /^\d*$/.test(name) || variables.has(name) || own.has(name) || GIVEN.includes(name)) return;
  problems.warn('unset_variable', `Nothing sets ${node.name}, so it is always null.`, placeOf(placed, node), {
    text: node.name,
    hint: nearest(
      node.name,
      [...variables].map((one) => `$${one}`),
    ),
  });
}

/** `$.form` and `$.form.field` */
function checkField(placed: PlacedExpression, node: Node, { forms }: FormNames, problems: Problems): void {
  if (node.kind !== 'binary' || !isDot(node.operator) || node.right.kind !== 'keyword') return;
  const { left, right } = node;
  if (left.kind === 'variable' && left.name === '$') {
    if (forms.has(right.name) || right.name === LAST_FORM) return;
    problems.error('unknown_form', `There is no form ${right.name}.`, placeOf(placed, right), {
      text: right.name,
      hint: nearest(right.name, forms.keys()),
    });
  } else if (left.kind === 'binary' && isDot(left.operator) && isAll(left.left) && left.right.kind === 'keyword') {
    const fields = forms.get(left.right.name);
    if (!fields || fields.has(right.name)) return;
    problems.warn(
      'unknown_field',
      `The form ${left.right.name} has no field ${right.name}, so this is always null.`,
      placeOf(placed, right),
      { text: textOf(placed, node), hint: nearest(right.name, fields) },
    );
  }
}

function isAll(node: Node): boolean {
  return node.kind === 'variable' && node.name === '$';
}
