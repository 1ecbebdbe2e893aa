import type { Node } from '@vetro/yaql';
import type { Template } from '../source/value';
import { CONSTRUCTS, type Construct, type Instruction, type Parts } from './constructs';
import type { Block, Statement } from './declarations';
import { listed, nearest } from './fields';
import { explainNoExpression, type Reader } from './reader';
import { nameOfKind, written } from './written';

/** Reads a block of instructions; one that stands alone needs no list. */
export function readBlock(template: Template | undefined, reader: Reader): Block {
  return listed(template).flatMap((item) => readStatement(item, reader) ?? []);
}

/** Reads an instruction: an expression, an assignment, or a construct. Undefined, with a problem, for anything else. */
function readStatement(template: Template, reader: Reader): Statement | undefined {
  const { place } = template;
  if (template.kind === 'expression') {
    const { expression, folded } = template;
    return { kind: 'expression', expression, place, text: expression.text, ...(folded ? { folded } : {}) };
  }
  if (template.kind !== 'map') return noStatement(template, reader);
  if (template.entries.some(({ key }) => key.kind === 'expression')) return readAssignment(template, reader);
  return readConstruct(template, reader);
}

function noStatement(template: Template, reader: Reader): undefined {
  const text = written(template);
  const why = explainNoExpression(template, reader);
  const isText = template.kind === 'constant' && typeof template.value === 'string';
  const reads = isText && why === undefined;
  const message = isText && why !== undefined ? ` ${why}` : '';
  reader.problems.error(
    isText && why !== undefined ? 'bad_expression' : 'no_instruction',
    `An instruction is an expression, an assignment or a construct, and this is ${nameOfKind(template)}.${message}`,
    template.place,
    { text, hint: reads ? hintForText(text) : undefined },
  );
}

function hintForText(text: string): string {
  return /^[\s\p{L}\p{N}_.]*$/u.test(text)
    ? `Words alone are a text; a method is called with $.${text.trim().replace(/\s.*/, '')}().`
    : 'A text in quotation marks is never an expression; take them away.';
}

function readAssignment(template: Extract<Template, { kind: 'map' }>, reader: Reader): Statement | undefined {
  const [first] = template.entries;
  if (template.entries.length > 1 || first?.key.kind !== 'expression') {
    reader.problems.error('many_assignments', 'One instruction assigns once, and this has more keys.', template.place, {
      text: template.entries.map(({ key }) => `${written(key)}:`).join(' '),
      hint: 'Put a dash before each assignment.',
    });
    return undefined;
  }
  const { key, value } = first;
  const target = key.expression;
  if (!isAssignable(target.tree)) {
    reader.problems.warn('bad_target', 'Nothing can be assigned to this.', key.place, {
      text: target.text,
      hint: 'Assign to a variable ($name), a property ($.name), an item ($list[0]) or a static property (ns:Class.name).',
    });
  }
  return { kind: 'assignment', target, value, place: template.place, text: written(template) };
}

/** Whether a value can be put there at all; `$` and `$this` are the object itself. */
function isAssignable(node: Node): boolean {
  switch (node.kind) {
    case 'variable':
      return node.name !== '$' && node.name !== '$this';
    case 'index':
      return node.args.length === 1 && isBase(node.target);
    case 'binary':
      return node.operator === '.' && node.right.kind === 'keyword' && isBase(node.left);
    case 'group':
      return isAssignable(node.inner);
    default:
      return false;
  }
}

function isBase(node: Node): boolean {
  if (node.kind === 'variable' || node.kind === 'call') return true;
  if (node.kind === 'binary' && node.operator === ':') return true;
  return (node.kind === 'unary' && node.operator === ':') || isAssignable(node);
}

function readConstruct(template: Extract<Template, { kind: 'map' }>, reader: Reader): Statement | undefined {
  const parts: Parts = new Map(
    template.entries.map(({ key, value }) => [key.kind === 'constant' ? String(key.value) : '', value]),
  );
  for (const construct of CONSTRUCTS.values()) {
    if (!fits(construct, parts)) continue;
    const instruction: Instruction | undefined = construct.read(parts, {
      ...reader,
      place: template.place,
      block: (part) => readBlock(part, reader),
    });
    return instruction && { ...instruction, place: template.place, text: shown(construct, parts) };
  }
  misfit(template, parts, reader);
  return undefined;
}

/** `Throw: Name`, or the name of a construct that begins with a block. */
function shown({ required }: Construct, parts: Parts): string {
  const [head = ''] = required;
  const first = parts.get(head);
  const isShort = first?.kind === 'expression' || (first?.kind === 'constant' && first.value !== null);
  return isShort ? `${head}: ${written(first)}` : head;
}

function fits({ required, optional }: Construct, parts: Parts): boolean {
  return (
    required.every((name) => parts.has(name)) &&
    [...parts.keys()].every((name) => required.includes(name) || optional.includes(name))
  );
}

/** Says what the nearest construct would have needed. */
function misfit(template: Extract<Template, { kind: 'map' }>, parts: Parts, { problems }: Reader): void {
  const text = [...parts.keys()].map((name) => `${name}:`).join(' ');
  const head = [...CONSTRUCTS.keys()].find((name) => parts.has(name));
  if (head === undefined) {
    const first = [...parts.keys()][0] ?? '';
    problems.error('unknown_construct', 'No construct has these keys.', template.place, {
      text,
      hint: nearest(first, CONSTRUCTS.keys()) ?? 'A variable is assigned with its dollar: $name: value.',
    });
    return;
  }
  const { required, optional } = CONSTRUCTS.get(head) as Construct;
  const known = [...required, ...optional];
  const missing = required.filter((name) => !parts.has(name));
  const extra = template.entries.filter(({ key }) => !known.includes(written(key)));
  const needs = missing.length === 0 ? '' : `needs ${missing.join(' and ')}`;
  if (extra.length === 0) problems.error('missing_key', `${head} ${needs}.`, template.place, { text });
  for (const { key } of extra) {
    const name = written(key);
    problems.error('unknown_key', `${head} has no "${name}"${needs && `, and ${needs}`}.`, key.place, {
      text: name,
      hint: nearest(name, known) ?? `${head} has ${known.join(', ')}; a further instruction needs a dash of its own.`,
    });
  }
}
