import { locate } from '../errors';
import type { Span } from '../syntax/ast';
import { type CallArgument, VALUE_ARGUMENT } from './arguments';
import { functionsOf, methodsOf } from './call';
import type { Context, FunctionDefinition, Layer } from './context';
import { HostObject } from './host-object';
import type { Overloads } from './layer';
import { Resolver } from './overload';

const NOTHING: readonly unknown[] = [];

/**
 * A call in the text. It remembers what its name means in the layer of functions it last ran in, and the
 * overload that the last kinds of values chose.
 */
export class CallSite {
  private layer: Layer | undefined;
  private version = -1;
  private resolver: Resolver | undefined;
  private readonly resolvers = new WeakMap<Overloads<FunctionDefinition>, Resolver>();

  constructor(
    readonly name: string,
    private readonly args: readonly CallArgument[],
    private readonly span: Span,
  ) {}

  /** Calls it as a function. */
  call(context: Context): unknown {
    try {
      return this.functionResolver(context).call(context, NOTHING);
    } catch (error) {
      throw locate(error, this.span);
    }
  }

  /** Calls it as a method. */
  callOn(context: Context, receiver: unknown): unknown {
    try {
      return this.methodResolver(context, receiver).call(context, [receiver]);
    } catch (error) {
      throw locate(error, this.span);
    }
  }

  /** Calls it as a function; the values are those of its arguments that come as values. */
  callWith(context: Context, given: readonly unknown[]): unknown {
    try {
      return this.functionResolver(context).call(context, given);
    } catch (error) {
      throw locate(error, this.span);
    }
  }

  /** Whether the name means what the library says, so that a short cut is right. */
  isStandard(context: Context): boolean {
    const { layer } = context;
    if (layer === this.layer && layer.version === this.version) return this.standard;
    this.layer = layer;
    this.version = layer.version;
    this.resolver = undefined;
    this.standard = layer.find(this.name, false).standard;
    return this.standard;
  }

  private standard = false;

  private functionResolver(context: Context): Resolver {
    const { layer } = context;
    if (this.resolver && layer === this.layer && layer.version === this.version) return this.resolver;
    this.resolver = this.resolverOf(functionsOf(context, this.name), false);
    this.layer = layer;
    this.version = layer.version;
    this.standard = layer.find(this.name, false).standard;
    return this.resolver;
  }

  private methodResolver(context: Context, receiver: unknown): Resolver {
    if (receiver instanceof HostObject) return this.resolverOf(methodsOf(context, this.name, receiver), true);
    const { layer } = context;
    if (this.resolver && layer === this.layer && layer.version === this.version) return this.resolver;
    this.resolver = this.resolverOf(methodsOf(context, this.name, receiver), true);
    this.layer = layer;
    this.version = layer.version;
    return this.resolver;
  }

  private resolverOf(overloads: Overloads<FunctionDefinition>, isMethod: boolean): Resolver {
    const known = this.resolvers.get(overloads);
    if (known) return known;
    const positional = isMethod ? [VALUE_ARGUMENT, ...this.args] : this.args;
    const resolver = new Resolver(overloads, isMethod, { positional, named: new Map() });
    this.resolvers.set(overloads, resolver);
    return resolver;
  }
}
