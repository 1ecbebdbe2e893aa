import type { RegexNode } from './syntax';

/** How many characters a part always takes, or undefined when that is not one number. */
export function fixedWidth(node: RegexNode): number | undefined {
  switch (node.kind) {
    case 'empty':
    case 'look':
    case 'anchor':
      return 0;
    case 'character':
    case 'any':
    case 'class':
      return 1;
    case 'sequence':
      return node.parts.reduce<number | undefined>((sum, part) => plus(sum, fixedWidth(part)), 0);
    case 'choice':
      return same(node.options.map(fixedWidth));
    case 'group':
    case 'atomic':
      return fixedWidth(node.inner);
    case 'repeat': {
      const width = fixedWidth(node.inner);
      return width !== undefined && node.least === node.most ? width * node.least : undefined;
    }
    case 'conditional':
      return same([fixedWidth(node.yes), fixedWidth(node.no)]);
    case 'back':
      return undefined;
  }
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function same(widths: readonly (number | undefined)[]): number | undefined {
  return widths.every((width) => width === widths[0]) ? widths[0] : undefined;
}
