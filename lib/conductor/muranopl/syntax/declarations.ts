import type { Expression } from '@vetro/yaql';
import type { Place, Template } from '../source/value';

/** How the names of a document become full names: `prefix:Name`, `Name`, `a.b.Name`. */
export interface Namespaces {
  /** the default namespace (`=`); empty when the document names none */
  readonly own: string;
  /** every prefix but `=`, with its namespace */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** A class named in a declaration, resolved by the namespaces of its document. */
export interface TypeName {
  readonly name: string;
  /** as it stands in the file */
  readonly written: string;
  readonly place: Place;
}

/** `Meta:` of a package, class, property, method or argument: a class with values for its properties. */
export interface MetaDeclaration {
  readonly type: TypeName;
  readonly properties: Template | undefined;
}

export type PropertyUsage = 'In' | 'Out' | 'InOut' | 'Const' | 'Runtime' | 'Static' | 'Config';
export type MethodUsage = 'Runtime' | 'Static' | 'Extension' | 'Action';
export type ArgumentUsage = 'Standard' | 'VarArgs' | 'KwArgs';

export interface PropertyDeclaration {
  readonly name: string;
  readonly usage: PropertyUsage;
  /** undefined: anything goes (`$`) */
  readonly contract: Template | undefined;
  /** undefined when there is no default, which is not a default of null */
  readonly default: Template | undefined;
  readonly meta: readonly MetaDeclaration[];
  readonly place: Place;
}

export interface ArgumentDeclaration {
  readonly name: string;
  readonly usage: ArgumentUsage;
  readonly contract: Template | undefined;
  readonly default: Template | undefined;
  readonly meta: readonly MetaDeclaration[];
  readonly place: Place;
}

export interface MethodDeclaration {
  /** `.init` and `.destroy` also where the file says `initialize` and `destroy` */
  readonly name: string;
  readonly usage: MethodUsage;
  readonly scope: 'Public' | 'Session';
  readonly arguments: readonly ArgumentDeclaration[];
  readonly body: Block;
  readonly meta: readonly MetaDeclaration[];
  readonly place: Place;
}

export interface ClassDeclaration {
  /** the full name; undefined for the one class of a file that takes its name from the manifest */
  readonly name: string | undefined;
  readonly usage: 'Class' | 'Meta';
  readonly namespaces: Namespaces;
  /** empty: io.murano.Object, unless that is the class itself */
  readonly parents: readonly TypeName[];
  /** classes whose extension methods the class sees, the nearest first */
  readonly imports: readonly TypeName[];
  readonly properties: readonly PropertyDeclaration[];
  readonly methods: readonly MethodDeclaration[];
  readonly meta: readonly MetaDeclaration[];
  /** of a Meta class: how often, on what, and whether heirs have it too */
  readonly cardinality: 'One' | 'Many';
  readonly applies: readonly ('Package' | 'Type' | 'Property' | 'Method' | 'Argument' | 'All')[];
  readonly inherited: boolean;
  readonly place: Place;
}

export type Block = readonly Statement[];

export interface CatchClause {
  /** names resolved by the namespaces of the class; empty: everything is caught */
  readonly names: readonly string[];
  /** the variable that holds the exception */
  readonly as: string | undefined;
  readonly body: Block;
}

/** One instruction. `text`: how a stack trace shows it: the expression's own text, `Throw: Name`, `Parallel`. */
export type Statement = { readonly place: Place; readonly text: string } & (
  | { readonly kind: 'expression'; readonly expression: Expression; readonly folded?: true }
  /** a constant or a structure standing alone: evaluated, and forgotten */
  | { readonly kind: 'template'; readonly value: Template }
  | { readonly kind: 'assignment'; readonly target: Expression; readonly value: Template }
  | { readonly kind: 'return'; readonly value: Template }
  | { readonly kind: 'if'; readonly condition: Template; readonly then: Block; readonly otherwise: Block | undefined }
  | { readonly kind: 'while'; readonly condition: Expression; readonly body: Block }
  | { readonly kind: 'for'; readonly variable: string; readonly collection: Template; readonly body: Block }
  | { readonly kind: 'repeat'; readonly times: Template; readonly body: Block }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | {
      readonly kind: 'match';
      readonly value: Template;
      readonly cases: readonly MatchCase[];
      readonly otherwise: Block | undefined;
    }
  | { readonly kind: 'switch'; readonly cases: readonly SwitchCase[]; readonly otherwise: Block | undefined }
  | { readonly kind: 'parallel'; readonly branches: Block; readonly limit: Template | undefined }
  | {
      readonly kind: 'try';
      readonly body: Block;
      readonly catches: readonly CatchClause[];
      readonly otherwise: Block | undefined;
      readonly finally: Block | undefined;
    }
  | {
      readonly kind: 'throw';
      /** evaluated, then resolved by the namespaces of the class */
      readonly names: Template;
      readonly message: Template | undefined;
      readonly cause: Template | undefined;
      /** stored as it is written */
      readonly extra: Template | undefined;
    }
  | { readonly kind: 'rethrow' }
  | { readonly kind: 'do'; readonly body: Block }
);

export interface MatchCase {
  /** a constant, compared by Python's equality */
  readonly constant: unknown;
  readonly body: Block;
}

export interface SwitchCase {
  readonly condition: Template;
  readonly body: Block;
}
