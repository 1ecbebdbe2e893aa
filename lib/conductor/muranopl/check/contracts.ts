import type { CallNode, Context, Node } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { Template } from '../source/value';
import { nearest } from '../syntax/fields';
import { written } from '../syntax/written';
import { isDot, placeOf, textOf, visit } from './nodes';
import type { PlacedExpression } from './statements';

/** Contract functions with how many arguments each needs at least and takes at most. */
const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['int', [0, 0]],
  ['string', [0, 0]],
  ['bool', [0, 0]],
  ['notNull', [0, 0]],
  ['check', [1, 2]],
  ['class', [1, 3]],
  ['template', [1, 4]],
  ['owned', [0, 0]],
  ['notOwned', [0, 0]],
]);

/** Looks a contract over: its shape, and the functions it calls on the value. */
export function checkContract(template: Template, library: Context, problems: Problems): void {
  switch (template.kind) {
    case 'expression':
      checkExpression(template, library, problems);
      return;
    case 'list':
      for (const item of template.items) if (!isLength(item)) checkContract(item, library, problems);
      return;
    case 'map':
      checkMap(template, library, problems);
      return;
    case 'constant':
      checkConstant(template, problems);
  }
}

function isLength(template: Template): boolean {
  return template.kind === 'constant' && typeof template.value === 'number';
}

function checkMap({ entries }: Extract<Template, { kind: 'map' }>, library: Context, problems: Problems): void {
  const open = entries.filter(({ key }) => key.kind === 'expression');
  for (const { key } of open.slice(1)) {
    problems.error(
      'bad_contract',
      'A dict in a contract can have one key that is an expression, and this is one more.',
      key.place,
      {
        text: written(key),
        hint: 'Known keys are written as texts.',
      },
    );
  }
  for (const { key, value } of entries) {
    if (key.kind === 'expression') checkContract(key, library, problems);
    checkContract(value, library, problems);
  }
}

/** A constant is equal to itself alone, which is hardly meant by the name of a function. */
function checkConstant(template: Extract<Template, { kind: 'constant' }>, problems: Problems): void {
  const { value, place } = template;
  if (typeof value !== 'string') return;
  const bare = value.replace(/\(\)$/, '');
  if (!FUNCTIONS.has(bare) && !value.startsWith('$')) return;
  problems.warn('bad_contract', 'This contract accepts its own text alone.', place, {
    text: value,
    hint: FUNCTIONS.has(bare) ? `Did you mean $.${bare}()?` : 'A contract in quotation marks is a text.',
  });
}

function checkExpression(
  template: Extract<Template, { kind: 'expression' }>,
  library: Context,
  problems: Problems,
): void {
  const placed: PlacedExpression = {
    expression: template.expression,
    place: template.place,
    folded: template.folded === true,
  };
  const { tree } = template.expression;
  if (![...visit(tree)].some(({ node }) => node.kind === 'variable')) {
    problems.warn('bad_contract', 'This contract does not look at the value.', template.place, {
      text: template.expression.text,
      hint: 'The value is $, for example $.string().notNull().',
    });
  }
  for (const { node, isInner, receiver } of visit(tree)) {
    if (node.kind !== 'call' || isInner || !receiver || !isValue(receiver)) continue;
    checkCall(placed, node, library, problems);
  }
}

/** `$`, or what a chain of contract functions made of it. */
function isValue(node: Node): boolean {
  if (node.kind === 'binary' && isDot(node.operator)) return node.right.kind === 'call' && isValue(node.left);
  return node.kind === 'variable' && (node.name === '$' || node.name === '$1');
}

function checkCall(placed: PlacedExpression, node: CallNode, library: Context, problems: Problems): void {
  const place = placeOf(placed, node);
  const text = textOf(placed, node);
  const limits = FUNCTIONS.get(node.name);
  if (!limits) {
    if (library.layer.find(node.name, true).levels.length > 0) return;
    problems.error('unknown_contract', `There is no contract ${node.name}().`, place, {
      text,
      hint: nearest(node.name, FUNCTIONS.keys()) ?? `Contracts are ${[...FUNCTIONS.keys()].join(', ')}.`,
    });
    return;
  }
  const [least, most] = limits;
  const given = node.args.length;
  if (given >= least && given <= most) return;
  const wanted =
    most === 0 ? 'takes no arguments' : `takes ${least === most ? least : `${least} to ${most}`} arguments`;
  problems.error('bad_contract', `The contract ${node.name}() ${wanted}.`, place, { text });
}
