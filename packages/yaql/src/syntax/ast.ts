/** A part of an expression's text: `start` inclusive and `end` exclusive, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A number as written: whole numbers beyond 2^53 are bigint, `float` tells `2.0` from `2`. */
export interface NumberLiteral {
  readonly value: number | bigint;
  readonly float: boolean;
}

export type ConstantValue = null | boolean | string | NumberLiteral;

interface NodeBase {
  readonly span: Span;
}

/** `'text'`, `12.5`, `true`, `null` */
export interface ConstantNode extends NodeBase {
  readonly kind: 'constant';
  readonly value: ConstantValue;
}

/** a bare word: a text where a value is wanted, a name after a dot and before `=>` */
export interface KeywordNode extends NodeBase {
  readonly kind: 'keyword';
  readonly name: string;
}

/** `$`, `$1`, `$name`; `name` keeps the dollar */
export interface VariableNode extends NodeBase {
  readonly kind: 'variable';
  readonly name: string;
}

/** `name(…)`; after a dot the call of a method */
export interface CallNode extends NodeBase {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly ArgumentNode[];
}

/** `value(…)`, where delegates are allowed */
export interface InvokeNode extends NodeBase {
  readonly kind: 'invoke';
  readonly target: Node;
  readonly args: readonly ArgumentNode[];
}

export interface BinaryNode extends NodeBase {
  readonly kind: 'binary';
  readonly operator: string;
  readonly left: Node;
  readonly right: Node;
}

export interface UnaryNode extends NodeBase {
  readonly kind: 'unary';
  readonly operator: string;
  readonly suffix: boolean;
  readonly operand: Node;
}

/** `value[…]` */
export interface IndexNode extends NodeBase {
  readonly kind: 'index';
  readonly target: Node;
  readonly args: readonly ArgumentNode[];
}

export interface ListNode extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly ArgumentNode[];
}

export interface MapNode extends NodeBase {
  readonly kind: 'map';
  readonly items: readonly ArgumentNode[];
}

/** `(value)`: kept, because a parenthesised call is no method name */
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly inner: Node;
}

/** `key => value`, only among arguments */
export interface RuleNode extends NodeBase {
  readonly kind: 'rule';
  readonly source: Node;
  readonly destination: Node;
}

/** an argument left out, as the first one of `f(, 1)`: it takes its default */
export interface SkipNode extends NodeBase {
  readonly kind: 'skip';
}

/** Everything that has a value. */
export type Node =
  | ConstantNode
  | KeywordNode
  | VariableNode
  | CallNode
  | InvokeNode
  | BinaryNode
  | UnaryNode
  | IndexNode
  | ListNode
  | MapNode
  | GroupNode;

export type ArgumentNode = Node | RuleNode | SkipNode;
