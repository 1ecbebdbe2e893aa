import { formatFloat } from '../primitives/float';
import type { ArgumentNode, ConstantValue, Node } from './ast';
import type { Operators } from './operators';

/**
 * Writes a tree as an expression that parses to the same tree under the same operators. Parentheses stand
 * where the tree has them, and where strengths demand them in a tree that was built by hand.
 */
export function print(node: ArgumentNode, operators: Operators): string {
  return new Printer(operators).write(node);
}

class Printer {
  constructor(private readonly operators: Operators) {}

  write(node: ArgumentNode): string {
    switch (node.kind) {
      case 'constant':
        return constant(node.value);
      case 'keyword':
      case 'variable':
        return node.name;
      case 'call':
        return `${node.name}(${this.args(node.args)})`;
      case 'invoke':
        return `${this.left(node.target, 0)} (${this.args(node.args)})`;
      case 'index':
        return `${this.left(node.target, this.indexPower())}[${this.args(node.args)}]`;
      case 'list':
        return `[${this.args(node.items)}]`;
      case 'map':
        return `{${this.args(node.items)}}`;
      case 'group':
        return `(${this.write(node.inner)})`;
      case 'unary':
        return this.unary(node.operator, node.suffix, node.operand);
      case 'binary':
        return this.binary(node.operator, node.left, node.right);
      case 'rule':
        return `${this.write(node.source)} ${this.operators.nameValue ?? '=>'} ${this.write(node.destination)}`;
      case 'skip':
        return '';
    }
  }

  private args(args: readonly ArgumentNode[]): string {
    return args.map((argument) => this.write(argument)).join(', ');
  }

  private unary(operator: string, suffix: boolean, operand: Node): string {
    const power = this.operators.unary.get(operator)?.power ?? 0;
    if (suffix) return `${this.left(operand, power)} ${operator}`;
    const gap = /^\p{L}/u.test(operator) ? ' ' : '';
    return `${operator}${gap}${this.right(operand, power + 1)}`;
  }

  private binary(operator: string, left: Node, right: Node): string {
    const entry = this.operators.binary.get(operator);
    const power = entry?.power ?? 0;
    const gap = operator === '.' || operator === '?.' || operator === ':' ? '' : ' ';
    const before = this.left(left, entry?.right ? power + 1 : power);
    const after = this.right(right, entry?.right ? power : power + 1);
    // `1.2` would be one number, `a.-b` needs no blank.
    const apart = gap === '' && /\d$/.test(before) && /^\d/.test(after) ? ' ' : gap;
    return `${before}${apart}${operator}${apart}${after}`;
  }

  /** What stands before an operator of that strength. */
  private left(node: Node, power: number): string {
    const text = this.write(node);
    return this.trailing(node) < power ? `(${text})` : text;
  }

  /** What stands after an operator of that strength. */
  private right(node: Node, power: number): string {
    const text = this.write(node);
    return this.leading(node) < power ? `(${text})` : text;
  }

  /** The weakest operator that would reach for what follows the node. */
  private trailing(node: Node): number {
    if (node.kind === 'binary') return Math.min(this.binaryPower(node.operator), this.trailing(node.right));
    if (node.kind !== 'unary' || node.suffix) return Number.POSITIVE_INFINITY;
    return Math.min(this.operators.unary.get(node.operator)?.power ?? 0, this.trailing(node.operand));
  }

  /** The weakest operator that would reach for what stands before the node. */
  private leading(node: Node): number {
    if (node.kind === 'binary') return Math.min(this.binaryPower(node.operator), this.leading(node.left));
    if (node.kind === 'index') return Math.min(this.indexPower(), this.leading(node.target));
    if (node.kind === 'invoke') return 0;
    if (node.kind !== 'unary' || !node.suffix) return Number.POSITIVE_INFINITY;
    return Math.min(this.operators.unary.get(node.operator)?.power ?? 0, this.leading(node.operand));
  }

  private binaryPower(operator: string): number {
    return this.operators.binary.get(operator)?.power ?? 0;
  }

  private indexPower(): number {
    return this.operators.binary.get('[]')?.power ?? 0;
  }
}

function constant(value: ConstantValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  return value.float ? plainFloat(Number(value.value)) : String(value.value);
}

/** Numbers have no exponent in the language. */
function plainFloat(value: number): string {
  const text = formatFloat(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', power = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(power);
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${whole}${fraction.padEnd(shift, '0')}.0`;
}

function quote(text: string): string {
  const inner = text.replace(/[\\'\n\r\t]/g, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return character === '\t' ? '\\t' : `\\${character}`;
  });
  return `'${inner}'`;
}
