import type { Node } from '@vetro/yaql';
import type { Template } from '../source/value';
import type { MethodDeclaration } from '../syntax/declarations';
import { resolveName } from '../syntax/namespaces';
import type { ClassView, ClassViews } from './class-view';
import { callsInChain, isDot, isSelf, positional, wordOf } from './nodes';
import { expressionsOf, statementsIn } from './statements';
import { namesIn } from './variables';

/** How far a chain of properties is followed. */
const DEEPEST = 6;

/**
 * Tells of which class the value of an expression is, where that is certain (or a class below it): the object
 * itself, a property or an argument with a class for its contract, what `new`, `find` and `cast` answer, and
 * variables that hold nothing else.
 */
export class ValueClasses {
  constructor(private readonly views: ClassViews) {}

  /** The classes of the variables of a method: of its arguments, and of those that it sets. */
  variablesOf(view: ClassView, method: MethodDeclaration): ReadonlyMap<string, ClassView> {
    const classes = new Map<string, ClassView | undefined>(
      method.arguments.map(({ name, contract }) => [`$${name}`, this.ofContract(contract, view)]),
    );
    const meet = (name: string, found: ClassView | undefined) =>
      classes.set(name, classes.has(name) && classes.get(name) !== found ? undefined : found);
    for (const statement of statementsIn(method.body)) {
      if (statement.kind === 'for') classes.set(`$${statement.variable}`, undefined);
      if (statement.kind === 'try') for (const { as } of statement.catches) classes.set(`$${as}`, undefined);
      for (const { expression } of expressionsOf(statement)) {
        for (const name of namesIn(expression.tree)) classes.set(`$${name}`, undefined);
      }
      if (statement.kind !== 'assignment' || statement.target.tree.kind !== 'variable') continue;
      meet(statement.target.tree.name, this.ofTemplate(statement.value, view, classes));
    }
    return new Map([...classes].flatMap(([name, found]) => (found ? [[name, found] as const] : [])));
  }

  /** The class of an expression's value in the code of a class; `isInner` as `visit` tells it. */
  of(
    node: Node,
    view: ClassView,
    variables: ReadonlyMap<string, ClassView | undefined>,
    isInner: boolean,
    depth = 0,
  ): ClassView | undefined {
    if (depth > DEEPEST) return undefined;
    if (isSelf(node, isInner)) return view;
    if (node.kind === 'variable') return variables.get(node.name);
    if (node.kind === 'group') return this.of(node.inner, view, variables, isInner, depth);
    if (node.kind === 'call') return node.name === 'new' ? this.named(positional(node)[0], view) : undefined;
    if (node.kind !== 'binary' || !isDot(node.operator)) return undefined;
    const { left, right } = node;
    if (right.kind === 'keyword') {
      const holder = this.of(left, view, variables, isInner, depth + 1);
      return holder && this.ofProperty(holder, right.name, depth + 1);
    }
    if (right.kind !== 'call') return undefined;
    if (right.name === 'find' || right.name === 'cast') return this.named(positional(right)[0], view);
    return right.name === 'require' ? this.of(left, view, variables, isInner, depth + 1) : undefined;
  }

  /** The class that a word of an expression names: `ns:Name`, `:Name`, `Name`, `'a.Name'`. */
  named(node: Node | undefined, { declaration, holder }: ClassView): ClassView | undefined {
    const word = isPrefixed(node) ? prefixed(node) : wordOf(node);
    const name = word === undefined ? undefined : resolveName(declaration.namespaces, word);
    return name === undefined ? undefined : this.views.find(name, holder);
  }

  private ofContract(contract: Template | undefined, view: ClassView): ClassView | undefined {
    if (contract?.kind !== 'expression') return undefined;
    const call = [...callsInChain(contract.expression.tree)].find(({ name }) => name === 'class');
    return call && this.named(positional(call)[0], view);
  }

  private ofTemplate(
    value: Template,
    view: ClassView,
    variables: ReadonlyMap<string, ClassView | undefined>,
    depth = 0,
  ): ClassView | undefined {
    return value.kind === 'expression' ? this.of(value.expression.tree, view, variables, false, depth) : undefined;
  }

  /** By its contract; of one that is declared nowhere by what the methods of the class put into it. */
  private ofProperty(view: ClassView, name: string, depth: number): ClassView | undefined {
    const declared = view.declaration.properties.find((property) => property.name === name);
    if (declared) return this.ofContract(declared.contract, view);
    const above = view.parents.find((parent) => parent.properties.has(name));
    if (above) return this.ofProperty(above, name, depth);
    const values = view.declaration.methods.flatMap(({ body }) => [...statementsIn(body)].flatMap(valueFor(name)));
    const classes = new Set(values.map((value) => this.ofTemplate(value, view, NO_VARIABLES, depth)));
    return classes.size === 1 ? [...classes][0] : undefined;
  }
}

type Prefixed = Extract<Node, { kind: 'binary' | 'unary' }>;

/** `ns:Name` and `:Name` */
export function isPrefixed(node: Node | undefined): node is Prefixed {
  return (node?.kind === 'binary' || node?.kind === 'unary') && node.operator === ':';
}

function prefixed(node: Prefixed): string {
  return node.kind === 'unary' ? `:${wordOf(node.operand)}` : `${wordOf(node.left)}:${wordOf(node.right)}`;
}

const NO_VARIABLES: ReadonlyMap<string, ClassView> = new Map();

/** The value of `$.name: …` and `$this.name: …`. */
function valueFor(name: string): (statement: MethodDeclaration['body'][number]) => Template[] {
  return (statement) => {
    if (statement.kind !== 'assignment') return [];
    const { tree } = statement.target;
    const isIt =
      tree.kind === 'binary' && isSelf(tree.left, false) && tree.right.kind === 'keyword' && tree.right.name === name;
    return isIt ? [statement.value] : [];
  };
}
