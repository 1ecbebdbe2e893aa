import type { CallNode, Context, KeywordNode } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import { nearest } from '../syntax/fields';
import type { ClassView, ClassViews } from './class-view';
import { isDot, isSelf, placeOf, positional, textOf, visit } from './nodes';
import type { PlacedExpression } from './statements';

const SUPER = new Set(['super', 'psuper']);
/** Names that methods have in files, and no more when they are called. */
const OLD_NAMES = new Set(['initialize', 'destroy']);

/** Looks whether the functions, methods and properties that code uses are there. */
export class CallCheck {
  /** names of extension methods that the class sees */
  private readonly extensions: ReadonlySet<string>;

  constructor(
    private readonly view: ClassView,
    views: ClassViews,
    /** the functions that code of the class may call */
    private readonly library: Context,
    private readonly problems: Problems,
  ) {
    const imported = view.declaration.imports.flatMap(({ name }) => views.find(name, view.holder) ?? []);
    const declared = [view, ...imported].flatMap(({ declaration }) => declaration.methods);
    this.extensions = new Set(declared.flatMap(({ name, usage }) => (usage === 'Extension' ? [name] : [])));
  }

  expression(placed: PlacedExpression): void {
    for (const { node, isInner, receiver } of visit(placed.expression.tree)) {
      if (node.kind === 'call' && SUPER.has(node.name)) this.above(placed, node);
      if (node.kind === 'call' && !receiver) this.call(placed, node);
      else if (node.kind === 'binary' && isDot(node.operator) && isSelf(node.left, isInner)) {
        if (node.right.kind === 'call') this.method(placed, node.right);
        else if (node.right.kind === 'keyword') this.property(placed, node.right);
      }
    }
  }

  private call(placed: PlacedExpression, node: CallNode): void {
    if (this.knows(node.name, false)) return;
    const isOwn = this.view.methods.has(node.name);
    const isMethod = this.knows(node.name, true);
    this.problems.error('unknown_function', `There is no function ${node.name}().`, placeOf(placed, node), {
      text: textOf(placed, node),
      hint: isOwn
        ? `A method of the class is called on its object: $.${node.name}().`
        : isMethod
          ? `It is called on a value: value.${node.name}().`
          : nearest(node.name, this.names(false)),
    });
  }

  /** `super($, $.deploy())`: a method that the classes above must have. */
  private above(placed: PlacedExpression, node: CallNode): void {
    const { view } = this;
    const last = positional(node).at(-1);
    if (last?.kind !== 'binary' || !isDot(last.operator) || last.right.kind !== 'call' || !view.isComplete) return;
    const { name } = last.right;
    if (last.left.kind !== 'variable' || last.left.name !== '$' || this.knows(name, true)) return;
    if (this.extensions.has(name) || view.parents.some((parent) => parent.methods.has(name))) return;
    this.problems.warn(
      'unknown_method',
      `No class above ${view.name} has a method ${name}.`,
      placeOf(placed, last.right),
      {
        text: textOf(placed, node),
        hint: OLD_NAMES.has(name)
          ? `It is called .${name === 'initialize' ? 'init' : name} now, and every class has its own called by itself.`
          : nearest(
              name,
              view.parents.flatMap((parent) => [...parent.methods]),
            ),
      },
    );
  }

  private method(placed: PlacedExpression, node: CallNode): void {
    const { view } = this;
    if (!view.isComplete || view.methods.has(node.name) || this.extensions.has(node.name)) return;
    if (this.knows(node.name, true)) return;
    this.problems.warn('unknown_method', `The class ${view.name} has no method ${node.name}.`, placeOf(placed, node), {
      text: textOf(placed, node),
      hint: this.knows(node.name, false) ? `It is a function: ${node.name}(…).` : nearest(node.name, view.methods),
    });
  }

  private property(placed: PlacedExpression, node: KeywordNode): void {
    const { view } = this;
    if (!view.isComplete || view.properties.has(node.name) || view.written.has(node.name)) return;
    const isMethod = view.methods.has(node.name);
    this.problems.warn(
      'unknown_property',
      `The class ${view.name} has no property ${node.name}, and sets none.`,
      placeOf(placed, node),
      { text: node.name, hint: isMethod ? `A method is called: ${node.name}().` : nearest(node.name, view.properties) },
    );
  }

  private knows(name: string, asMethod: boolean): boolean {
    return this.library.layer.find(name, asMethod).levels.length > 0;
  }

  private names(asMethod: boolean): string[] {
    return [...this.library.layer.names()].filter((name) => !name.startsWith('#') && this.knows(name, asMethod));
  }
}
