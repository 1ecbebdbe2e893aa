import type { Node } from '@vetro/yaql';
import { equals } from '@vetro/yaql';
import { evaluationOfExpression } from '../execution/compile-template';
import type { Template } from '../source/value';
import { BASIC, type BasicContract } from './basic';
import { contractContext } from './context';
import type { Contract, Transform } from './scope';
import { transformDict, transformList } from './structure';
import { placed, shown, violation } from './violation';

/** Whatever declares a contract. */
interface Declared {
  readonly contract: Template | undefined;
}

const contracts = new WeakMap<Declared, Contract>();

/** The contract of a property or argument. Throws DslContractSyntaxError for one that makes no sense. */
export function contractOf(declared: Declared): Contract {
  const known = contracts.get(declared);
  if (known) return known;
  const made = makeContract(declared.contract);
  contracts.set(declared, made);
  return made;
}

function makeContract(template: Template | undefined): Contract {
  const basic = template ? basicChain(template) : [];
  if (basic) {
    const run = (value: unknown, isCheck: boolean) => basic.reduce((result, step) => step(result, isCheck), value);
    const quick = (value: unknown, owner: () => string, isCheck = false) => placed(owner, () => run(value, isCheck));
    return { quick, transform: (value, scope, owner) => quick(value, owner, scope.isCheck) };
  }
  const transform = transformOf(template as Template);
  return { quick: undefined, transform: (value, scope, owner) => placed(owner, () => transform(value, scope)) };
}

/** The steps of `$.int().notNull()` and its like; undefined when anything else is in it. */
function basicChain(template: Template): BasicContract[] | undefined {
  if (template.kind !== 'expression') return undefined;
  const steps: BasicContract[] = [];
  let node: Node = template.expression.tree;
  while (node.kind === 'binary') {
    if (node.operator !== '.' || node.right.kind !== 'call' || node.right.args.length > 0) return undefined;
    const step = BASIC.get(node.right.name);
    if (!step) return undefined;
    steps.unshift(step);
    node = node.left;
  }
  return node.kind === 'variable' && (node.name === '$' || node.name === '$1') ? steps : undefined;
}

/** A part of a contract as a function. */
export function transformOf(template: Template): Transform {
  switch (template.kind) {
    case 'constant': {
      const { value: wanted } = template;
      return (value) => {
        if (equals(wanted, value)) return value;
        const expected = typeof wanted === 'string' ? wanted : shown(wanted);
        throw violation(`Value ${shown(value)} is not equal to ${expected}`);
      };
    }
    case 'expression': {
      const evaluation = evaluationOfExpression(template.expression);
      return (value, scope) => evaluation.run(contractContext(value, scope));
    }
    case 'list':
      return transformList(template.items, transformOf);
    case 'map':
      return transformDict(template.entries, transformOf);
  }
}
