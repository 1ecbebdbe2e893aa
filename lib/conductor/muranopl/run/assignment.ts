import {
  type ArgumentNode,
  type Code,
  type Context,
  copyDict,
  type DictValue,
  dictGet,
  type Expression,
  isDict,
  type Node,
  typeName,
  YaqlDict,
} from '@/lib/conductor/yaql';
import { DslError, isDslError } from '../errors';
import { objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import type { Statement, Template } from '../syntax/declarations';
import { evaluationOf, mayCallNode } from './compile-template';
import { type Frame, frameOf } from './frame';
import type { PlainStep } from './steps';
import { bounded } from './weight';
import { prepareWrite, type Write } from './write-property';

/** One step on the way from the root of a target to the place that is set. */
type Access = { readonly name: string } | { readonly key: Code };

interface Target {
  /** the variable that the target begins with; undefined when it begins with anything else */
  readonly variable: string | undefined;
  readonly root: Code;
  readonly accesses: readonly Access[];
  readonly calls: boolean;
}

/**
 * `$x: value`, `$.property: value`, `$x.a[0].b: value`, `ns:Class.property: value`. The right side is evaluated
 * first. Nothing changes in place: dicts and lists on the way are rebuilt, missing ones begun.
 */
export function assignmentStep(statement: Statement, target: Expression, value: Template): PlainStep {
  const right = evaluationOf(value);
  if (target.tree.kind === 'variable') return variableStep(statement, target.tree.name, right);
  const left = readTarget(target);
  return {
    statement,
    evaluation: {
      calls: true,
      run: (context) => {
        const made = right.run(context);
        return prepare(left, made, context);
      },
    },
    finish: (_frame, write) => {
      (write as Write)();
      return undefined;
    },
  };
}

function variableStep(statement: Statement, name: string, evaluation: PlainStep['evaluation']): PlainStep {
  const isFixed = name === '$' || name === '$1' || name === '$this';
  return {
    statement,
    evaluation,
    finish(frame, value) {
      if (isFixed) throw new DslError('ValueError', `Cannot assign to ${name}`);
      frame.context.set(name, value);
      return undefined;
    },
  };
}

function readTarget(target: Expression): Target {
  const accesses: Access[] = [];
  let node: Node = target.tree;
  let calls = false;
  for (;;) {
    if (node.kind === 'group') node = node.inner;
    else if (node.kind === 'binary' && node.operator === '.' && node.right.kind === 'keyword') {
      accesses.unshift({ name: node.right.name });
      node = node.left;
    } else if (node.kind === 'index' && node.args.length === 1) {
      const key = node.args[0] as ArgumentNode;
      if (key.kind === 'rule' || key.kind === 'skip') throw invalid(target);
      calls ||= mayCallNode(key);
      accesses.unshift({ key: target.part(key).compiled() });
      node = node.target;
    } else break;
  }
  if (accesses.length === 0) throw invalid(target);
  const variable = node.kind === 'variable' ? node.name : undefined;
  return { variable, root: target.part(node).compiled(), accesses, calls: calls || mayCallNode(node) };
}

function invalid(target: Expression): DslError {
  return new DslError('InvalidLhsTargetError', `Nothing can be assigned to '${target.text}'.`);
}

/** Evaluates the target, and answers what is left to do: to set a variable, or to write a property. */
function prepare(target: Target, value: unknown, context: Context): Write {
  const frame = frameOf(context);
  const root = target.root(context);
  const keys = target.accesses.map((access) => ('key' in access ? access.key(context) : undefined));
  const place = new Placing(frame, target.accesses, keys, context);
  const made = bounded(place.put(root, 0, value));
  if (place.write) return place.write;
  const { variable } = target;
  if (variable === undefined) throw new DslError('ValueError', `A ${typeName(root)} cannot be assigned to.`);
  return () => frame.context.set(variable, made);
}

/** Goes down to the place and rebuilds what is above it, up to the next object. */
class Placing {
  write: Write | undefined;

  constructor(
    private readonly frame: Frame,
    private readonly accesses: readonly Access[],
    private readonly keys: readonly unknown[],
    private readonly context: Context,
  ) {}

  put(holder: unknown, at: number, value: unknown): unknown {
    const access = this.accesses[at];
    if (!access) return value;
    if ('name' in access) {
      if (objectOf(holder) || holder instanceof TypeReference) return this.putProperty(holder, access.name, at, value);
      return this.putKey(holder, access.name, at, value);
    }
    const key = this.keys[at];
    if (Array.isArray(holder)) return this.putItem(holder, key, at, value);
    return this.putKey(holder, key, at, value);
  }

  private putProperty(holder: unknown, name: string, at: number, value: unknown): unknown {
    const isLast = at === this.accesses.length - 1;
    const inner = isLast ? value : bounded(this.put(this.read(holder, name), at + 1, value));
    // An object further down has been written already: nothing above it changes.
    this.write ??= prepareWrite(this.frame, holder, name, inner);
    return holder;
  }

  private read(holder: unknown, name: string): unknown {
    try {
      const target = holder as { getProperty(name: string, context: Context): unknown };
      return target.getProperty(name, this.context) ?? null;
    } catch (error) {
      if (isDslError(error) && error.kind === 'UninitializedPropertyAccessError') return null;
      throw error;
    }
  }

  private putKey(holder: unknown, key: unknown, at: number, value: unknown): unknown {
    const dict = holder === null || holder === undefined ? new YaqlDict() : holder;
    if (!isDict(dict)) throw new DslError('ValueError', `A ${typeName(holder)} has no place to assign to.`);
    const inner = this.put(dictGet(dict as DictValue, key) ?? null, at + 1, value);
    const copy = copyDict(dict as DictValue);
    copy.set(key, inner);
    return copy;
  }

  private putItem(items: readonly unknown[], key: unknown, at: number, value: unknown): unknown {
    if (typeof key !== 'number') throw new DslError('TypeError', 'The index of a list must be a whole number.');
    const inner = this.put(items.at(key) ?? null, at + 1, value);
    // As in the original, where -1 does not do what it says: what is before, the value, what comes after.
    return [...items.slice(0, key), inner, ...items.slice(key + 1)];
  }
}
