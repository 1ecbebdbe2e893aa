import { Float, toFloat } from '../primitives/float';
import { KIND, kindOf } from '../primitives/kinds';
import type {
  ArgumentNode,
  BinaryNode,
  ConstantNode,
  ConstantValue,
  IndexNode,
  ListNode,
  MapNode,
  Node,
  Span,
  UnaryNode,
} from '../syntax/ast';
import type { Operators } from '../syntax/operators';
import { isNumber } from '../values/arithmetic';
import { dictGet, dictOf } from '../values/dict';
import { RuleValue } from '../values/rule';
import { isTrue } from '../values/truth';
import { type CallArgument, SKIPPED_ARGUMENT, VALUE_ARGUMENT } from './arguments';
import { CallSite } from './call-site';
import { Context } from './context';
import { HostObject } from './host-object';
import type { Code, MethodCode } from './lambda';
import { binaryShortCut, unaryShortCut } from './short-cuts';

/**
 * Makes closures of a tree: compile once, run many times. Short cuts for what is frequent (arithmetic,
 * comparisons, reading a key) are taken only where the function behind it is the library's own.
 */
export function compile(node: Node, operators: Operators): Code {
  return new Compiler(operators).code(node);
}

class Compiler {
  /** each node is compiled once, however many ways lead to it: else the work would double with each level */
  private readonly codes = new Map<Node, Code>();
  private readonly made = new Map<ArgumentNode, CallArgument>();

  constructor(private readonly operators: Operators) {}

  code(node: Node): Code {
    const known = this.codes.get(node);
    if (known) return known;
    const code = this.compile(node);
    this.codes.set(node, code);
    return code;
  }

  private compile(node: Node): Code {
    switch (node.kind) {
      case 'constant': {
        const value = constantOf(node);
        return () => value;
      }
      case 'keyword': {
        const { name } = node;
        return () => name;
      }
      case 'variable':
        return variable(node.name);
      case 'group':
        return this.code(node.inner);
      case 'call': {
        const site = new CallSite(node.name, this.args(node.args), node.span);
        return (context) => site.call(context);
      }
      case 'invoke': {
        const site = new CallSite('#call', this.args([node.target, ...node.args]), node.span);
        return (context) => site.call(context);
      }
      case 'index':
        return this.index(node);
      case 'list':
        return this.list(node);
      case 'map':
        return this.map(node);
      case 'unary':
        return this.unary(node);
      case 'binary':
        return this.binary(node);
    }
  }

  private args(nodes: readonly ArgumentNode[]): CallArgument[] {
    return nodes.map((node) => this.argument(node));
  }

  private argument(node: ArgumentNode): CallArgument {
    const known = this.made.get(node);
    if (known) return known;
    const argument = this.makeArgument(node);
    this.made.set(node, argument);
    return argument;
  }

  private makeArgument(node: ArgumentNode): CallArgument {
    if (node.kind === 'skip') return SKIPPED_ARGUMENT;
    if (node.kind === 'rule') {
      const source = this.argument(node.source);
      const destination = this.argument(node.destination);
      const code: Code = (context) => new RuleValue(source.code(context), destination.code(context));
      return { sort: 'rule', node, code, source, destination, keepsContext: true };
    }
    const code = this.code(node);
    const keepsContext = mayKeepContext(node);
    if (node.kind === 'constant') return { sort: 'constant', node, code, value: constantOf(node), keepsContext };
    if (node.kind === 'keyword') return { sort: 'keyword', node, code, value: node.name, keepsContext };
    const method = this.method(node);
    return { sort: 'expression', node, code, keepsContext, ...(method ? { method } : {}) };
  }

  /** The node as the right side of a dot, when it is a call. */
  private method(node: ArgumentNode): MethodCode | undefined {
    if (node.kind !== 'call') return undefined;
    const site = new CallSite(node.name, this.args(node.args), node.span);
    return (context, receiver) => site.callOn(context, receiver);
  }

  private list(node: ListNode): Code {
    const args = this.args(node.items);
    const site = new CallSite('#list', args, node.span);
    if (args.some(({ sort }) => sort === 'rule' || sort === 'skip')) return (context) => site.call(context);
    const codes = args.map(({ code }) => code);
    return (context) => {
      if (!site.isStandard(context)) return site.call(context);
      const items: unknown[] = new Array(codes.length);
      for (let at = 0; at < codes.length; at++) items[at] = (codes[at] as Code)(context);
      context.runtime?.checkTogether(items);
      return items;
    };
  }

  private map(node: MapNode): Code {
    const args = this.args(node.items);
    const site = new CallSite('#map', args, node.span);
    if (args.some(({ sort }) => sort !== 'rule')) return (context) => site.call(context);
    return (context) => {
      if (!site.isStandard(context)) return site.call(context);
      context.runtime?.step();
      return dictOf(
        args.map(({ source, destination }) => [source?.code(context), destination?.code(context)] as const),
      );
    };
  }

  private index(node: IndexNode): Code {
    const site = new CallSite('#indexer', this.args([node.target, ...node.args]), node.span);
    const key = node.args[0];
    if (
      node.args.length !== 1 ||
      !key ||
      !isOpen(key) ||
      node.target.kind === 'constant' ||
      node.target.kind === 'keyword'
    ) {
      return (context) => site.call(context);
    }
    const targetCode = this.code(node.target);
    const keyCode = this.code(key);
    const slow = this.again('#indexer', node.span, 2);
    return (context) => {
      if (!site.isStandard(context)) return site.call(context);
      const target = targetCode(context);
      const value = keyCode(context);
      if (Array.isArray(target) && typeof value === 'number') {
        const item = target[value < 0 ? target.length + value : value];
        if (item !== undefined) return item;
      }
      return slow(context, target, value);
    };
  }

  private unary(node: UnaryNode): Code {
    const alias = this.operators.unary.get(node.operator)?.alias;
    const name = alias ? `*${alias}` : `#unary_operator_${node.operator}`;
    const site = new CallSite(name, this.args([node.operand]), node.span);
    const operand = this.code(node.operand);
    if (name === '#unary_operator_not') {
      return (context) => (site.isStandard(context) ? !isTrue(operand(context)) : site.call(context));
    }
    const shortCut = unaryShortCut(name);
    if (!shortCut) return (context) => site.call(context);
    const slow = this.again(name, node.span, 1);
    return (context) => {
      if (!site.isStandard(context)) return site.call(context);
      const value = operand(context);
      return shortCut(value) ?? slow(context, value);
    };
  }

  private binary(node: BinaryNode): Code {
    const alias = this.operators.binary.get(node.operator)?.alias;
    const name = alias ? `*${alias}` : `#operator_${node.operator}`;
    const site = new CallSite(name, this.args([node.left, node.right]), node.span);
    const left = this.code(node.left);
    switch (name) {
      case '#operator_.':
      case '#operator_?.':
        return this.dot(node, site, left, name === '#operator_?.');
      case '#operator_and':
      case '#operator_or': {
        const right = this.code(node.right);
        const wanted = name === '#operator_or';
        return (context) => {
          if (!site.isStandard(context)) return site.call(context);
          const value = left(context);
          return isTrue(value) === wanted ? value : right(context);
        };
      }
      case '#operator_->': {
        const right = this.code(node.right);
        const slow = this.again(name, node.span, 2);
        return (context) => {
          if (!site.isStandard(context)) return site.call(context);
          const value = left(context);
          return value instanceof Context ? right(value) : slow(context, value, null);
        };
      }
    }
    const shortCut = binaryShortCut(name);
    // A constant of the wrong type is refused before the other side runs.
    if (!shortCut || !mayMeet(name, node.left) || !mayMeet(name, node.right)) return (context) => site.call(context);
    const right = this.code(node.right);
    const slow = this.again(name, node.span, 2);
    return (context) => {
      if (!site.isStandard(context)) return site.call(context);
      const a = left(context);
      const b = right(context);
      // Products of large whole numbers are measured before they are made.
      const result = isLarge(a) || isLarge(b) ? undefined : shortCut(a, b);
      return result === undefined ? slow(context, a, b) : result;
    };
  }

  /** `receiver.name`, `receiver.method(…)`; with `?.` null stays null. */
  private dot(node: BinaryNode, site: CallSite, left: Code, elvis: boolean): Code {
    const plain = elvis ? new CallSite('#operator_.', [], node.span) : site;
    const isPlain = (context: Context) => site.isStandard(context) && (!elvis || plain.isStandard(context));
    const method = this.method(node.right);
    if (method) {
      return (context) => {
        if (!isPlain(context)) return site.call(context);
        const receiver = left(context);
        return elvis && receiver === null ? null : method(context, receiver);
      };
    }
    if (node.right.kind !== 'keyword') return (context) => site.call(context);
    const { name } = node.right;
    const slow = this.again('#operator_.', node.span, 1, node.right);
    return (context) => {
      if (!isPlain(context)) return site.call(context);
      const receiver = left(context);
      if (elvis && receiver === null) return null;
      if (kindOf(receiver) === KIND.dict) {
        const value = dictGet(receiver as Parameters<typeof dictGet>[0], name);
        if (value !== undefined) return value;
      } else if (receiver instanceof HostObject) {
        const value = receiver.getProperty(name, context);
        if (value !== undefined) return value;
      }
      return slow(context, receiver);
    };
  }

  /** The general way for operands that are values already; `tail` is a further argument from the text. */
  private again(
    name: string,
    span: Span,
    count: number,
    tail?: Node,
  ): (context: Context, ...given: unknown[]) => unknown {
    const values = new Array<CallArgument>(count).fill(VALUE_ARGUMENT);
    const site = new CallSite(name, tail ? [...values, this.argument(tail)] : values, span);
    return (context, ...given) => site.callWith(context, given);
  }
}

/** Whether work with a value may be much: then it is done where it is counted. */
function isLarge(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && value !== null && !(value instanceof Float));
}

function variable(name: string): Code {
  if (name === '$' || name === '$1') return (context) => context.getFirst();
  return (context) => context.get(name);
}

function constantOf(node: ConstantNode): unknown {
  const value: ConstantValue = node.value;
  if (typeof value !== 'object' || value === null) return value;
  return value.float ? toFloat(Number(value.value)) : value.value;
}

/** Whether an operand is worth a short cut of an operator: constants must be what the operator is for. */
function mayMeet(name: string, node: Node): boolean {
  if (node.kind !== 'constant' && node.kind !== 'keyword') return true;
  if (name.startsWith('*')) return true;
  const value = node.kind === 'keyword' ? node.name : constantOf(node);
  return isNumber(value) || (typeof value === 'string' && /[<>]/.test(name));
}

/** Whether an argument has its value only when it runs; numbers and names as keys are plain enough. */
function isOpen(node: ArgumentNode): node is Node {
  if (node.kind === 'rule' || node.kind === 'skip') return false;
  return node.kind !== 'constant' || isNumber(constantOf(node)) || typeof node.value === 'string';
}

/** Whether running the node may leave something behind that still reads its context. */
function mayKeepContext(node: ArgumentNode): boolean {
  switch (node.kind) {
    case 'constant':
    case 'keyword':
    case 'variable':
    case 'skip':
      return false;
    case 'group':
      return mayKeepContext(node.inner);
    case 'unary':
      return mayKeepContext(node.operand);
    case 'binary':
      return node.operator === '->' || mayKeepContext(node.left) || mayKeepContext(node.right);
    case 'index':
      return mayKeepContext(node.target) || node.args.some(mayKeepContext);
    case 'list':
      return node.items.some(mayKeepContext);
    case 'map':
      return node.items.some(mayKeepContext);
    case 'rule':
      return mayKeepContext(node.source) || mayKeepContext(node.destination);
    // A call may be given lambdas, or be a function that answers its context.
    case 'call':
    case 'invoke':
      return true;
  }
}
