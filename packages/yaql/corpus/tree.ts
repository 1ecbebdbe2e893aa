import type { ArgumentNode, ConstantValue } from '../src';

/** A tree as the protocol writes it: arrays that begin with the kind; parentheses leave no trace. */
export function treeOf(node: ArgumentNode): unknown {
  switch (node.kind) {
    case 'constant':
      return ['const', constantOf(node.value)];
    case 'keyword':
      return ['kw', node.name];
    case 'variable':
      return ['var', node.name];
    case 'call':
      return ['call', node.name, ...node.args.map(treeOf)];
    case 'invoke':
      return ['call', '#call', treeOf(node.target), ...node.args.map(treeOf)];
    case 'binary':
      return ['bin', node.operator, treeOf(node.left), treeOf(node.right)];
    case 'unary':
      return ['un', node.operator, treeOf(node.operand)];
    case 'index':
      return ['index', treeOf(node.target), ...node.args.map(treeOf)];
    case 'list':
      return ['list', ...node.items.map(treeOf)];
    case 'map':
      return ['map', ...node.items.map(treeOf)];
    case 'group':
      return treeOf(node.inner);
    case 'rule':
      return ['rule', treeOf(node.source), treeOf(node.destination)];
    case 'skip':
      return ['skip'];
  }
}

function constantOf(value: ConstantValue): unknown {
  return typeof value === 'object' && value !== null ? value.value : value;
}
