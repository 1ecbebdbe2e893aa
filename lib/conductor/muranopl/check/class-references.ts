import type { Node } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { MuranoPackage } from '../packages/murano-package';
import { CORE_LIBRARY } from '../packages/package-registry';
import type { Place } from '../source/value';
import { nearest } from '../syntax/fields';
import { resolveName } from '../syntax/namespaces';
import type { ClassView, ClassViews } from './class-view';
import { namespaceOf, nearestClass } from './nearest-class';
import { placeOf, positional, textOf, visit, wordOf } from './nodes';
import type { PlacedExpression } from './statements';

/** Functions whose arguments name classes: how many of the first, after the receiver of a method. */
const FUNCTIONS: ReadonlyMap<string, readonly number[]> = new Map([
  ['new', [0]],
  ['cast', [1]],
]);
const METHODS: ReadonlyMap<string, readonly number[]> = new Map([
  ['class', [0, 1]],
  ['template', [0, 1]],
  ['find', [0]],
  ['cast', [0]],
]);

/** Looks whether the classes that a package names are there. */
export class ReferenceCheck {
  constructor(
    private readonly views: ClassViews,
    private readonly holder: MuranoPackage,
    private readonly problems: Problems,
    private readonly knownClasses: {
      /** gets the classes that a required package may hold which is not at hand */
      readonly elsewhere: Set<string>;
      /** the classes of the manifest: whether their files hold them is told there */
      readonly listed: ReadonlyMap<string, unknown>;
      /** whether no other package is at hand, the core library neither */
      readonly isAlone?: boolean;
    },
  ) {}

  /** The classes named in a class's declaration. */
  declaration({ declaration }: ClassView): void {
    const metas = [
      ...declaration.meta,
      ...declaration.properties.flatMap(({ meta }) => meta),
      ...declaration.methods.flatMap((method) => [...method.meta, ...method.arguments.flatMap(({ meta }) => meta)]),
    ];
    const named = [...declaration.parents, ...declaration.imports, ...metas.map(({ type }) => type)];
    for (const { name, place, written } of named) this.full(name, place, written);
    for (const { type, properties } of metas) {
      const view = this.views.find(type.name, this.holder);
      if (!view?.isComplete || properties?.kind !== 'map') continue;
      for (const { key } of properties.entries) {
        if (key.kind !== 'constant' || view.properties.has(String(key.value))) continue;
        this.problems.error('unknown_property', `The class ${type.name} has no property ${key.value}.`, key.place, {
          text: String(key.value),
          hint: nearest(String(key.value), view.properties),
        });
      }
    }
  }

  /** The classes named in an expression: `ns:Name`, `:Name`, `new('a.Name')`, `$.class(Name)`. */
  expression(placed: PlacedExpression, { declaration }: ClassView): void {
    let checkedTo = 0;
    for (const { node, receiver } of visit(placed.expression.tree)) {
      // the parts of what was checked as a whole
      if (node.span.start < checkedTo) continue;
      const place = placeOf(placed, node);
      if (DOUBLE_COLONS.test(textOf(placed, node))) {
        checkedTo = node.span.end;
        this.unquoted(textOf(placed, node), place);
      } else if ((node.kind === 'binary' || node.kind === 'unary') && node.operator === ':') {
        const written = textOf(placed, node);
        const name = resolveName(declaration.namespaces, written.replaceAll(/\s/g, ''));
        if (name === undefined) this.unknownPrefix(written, [...declaration.namespaces.prefixes.keys()], place);
        else this.full(name, place, written);
      } else if (node.kind === 'call') {
        for (const argument of classArguments(node, receiver)) {
          const word = wordOf(argument);
          const name = word === undefined || word.includes(':') ? undefined : resolveName(declaration.namespaces, word);
          if (name !== undefined) this.full(name, placeOf(placed, argument), textOf(placed, argument));
        }
      }
    }
  }

  /** A class named in full, `text` as it is written there. */
  full(name: string, place: Place, text: string): void {
    const { registry } = this.views;
    if (registry.packageOf(name, this.holder) || this.knownClasses.listed.has(name)) return;
    const other = registry.packages.find((one) => one.hasClass(name));
    if (!other && this.mayBeElsewhere() && !this.isOfCoreLibrary(name)) {
      this.knownClasses.elsewhere.add(name);
      return;
    }
    const known = registry.searched(this.holder).flatMap((one) => one.classNames());
    this.problems.error('unknown_class', `There is no class ${name}.`, place, {
      text,
      // nobody requires itself, and everybody the core library
      hint:
        other && other.name !== this.holder.name && other.name !== CORE_LIBRARY
          ? `Add "${other.name}: ${other.parts.version.major}" to Require in the manifest.`
          : nearestClass(name, known),
    });
  }

  /** A class whose objects a form lets choose: any package may hold it, required or not. */
  choosable(name: string, place: Place): void {
    const { registry } = this.views;
    if (registry.packages.some((one) => one.hasClass(name)) || this.knownClasses.listed.has(name)) return;
    if (this.mayBeElsewhere()) this.knownClasses.elsewhere.add(name);
    else {
      const known = registry.packages.flatMap((one) => one.classNames());
      const hint = nearestClass(name, known);
      this.problems.warn('unknown_class', `There is no class ${name} at hand.`, place, { text: name, hint });
    }
  }

  /** Whether a class may be in a package that is not at hand. */
  private mayBeElsewhere(): boolean {
    const { registry } = this.views;
    if (registry.unsatisfied(this.holder).length > 0) return true;
    return this.knownClasses.isAlone === true;
  }

  /** Whether the core library has classes beside it: no other package does. */
  private isOfCoreLibrary(name: string): boolean {
    const core = this.views.registry.package(CORE_LIBRARY);
    return core?.classNames().some((known) => namespaceOf(known) === namespaceOf(name)) === true;
  }

  /** A type of a stack's resource, or what looks like one: without quotation marks it names classes. */
  private unquoted(text: string, place: Place): void {
    this.problems.error('unquoted_text', `${text} without quotation marks is read as an expression.`, place, {
      text,
      hint: `Put it in quotation marks: "${text}".`,
    });
  }

  private unknownPrefix(text: string, prefixes: readonly string[], place: Place): void {
    const [prefix = ''] = text.split(':');
    this.problems.error('unknown_prefix', `No namespace has the prefix "${prefix}".`, place, {
      text,
      hint: nearest(prefix, prefixes) ?? `Add "${prefix}: …" to Namespaces.`,
    });
  }
}

/** Words with double colons between them, as types of resources are written. */
const DOUBLE_COLONS = /^\w+(\s*::\s*\w+)+$/;

function classArguments(call: Extract<Node, { kind: 'call' }>, receiver: Node | undefined): Node[] {
  const places = (receiver ? METHODS : FUNCTIONS).get(call.name) ?? [];
  const given = positional(call);
  return places.flatMap((index) => given[index] ?? []);
}
