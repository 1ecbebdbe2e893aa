import { YaqlError } from '../errors';
import { KIND, kindOf, NO_VALUE } from '../primitives/kinds';
import { typeName } from '../values/type-name';
import type { CallArgument, CallShape } from './arguments';
import type { Context, FunctionDefinition } from './context';
import { type Converter, converterOf } from './convert-argument';

import type { Overloads } from './layer';
import { isSpecialization, type ParameterType } from './types';

/** How the arguments of one call reach the parameters of one overload. */
interface Plan {
  readonly definition: FunctionDefinition;
  /** for each argument, flat (positional, then named), the type it must have; undefined when it has no say */
  readonly types: readonly (ParameterType | undefined)[];
  /** for each parameter the argument it takes, or -1 for its default */
  readonly sources: readonly number[];
  readonly converters: readonly Converter[];
  readonly rest: readonly number[];
  readonly restConverter: Converter | undefined;
  readonly extra: readonly (readonly [string, number])[];
}

/** The overloads that are left once the receiver is known. */
interface Variant {
  readonly levels: readonly (readonly Plan[])[];
  readonly lazy: readonly boolean[];
  readonly failure: 'none' | 'ambiguous' | undefined;
  /** false when a type of the host's must be asked again at each call */
  readonly stable: boolean;
  lastKinds: number[] | undefined;
  lastPlan: Plan | undefined;
}

/**
 * Chooses the overload for the calls of one shape and calls it, by the rules of yaql.language.runner: the
 * nearest layer that has a match wins; all candidates must agree on which arguments are lazy and on the use
 * of keywords; of several matches the one with the more special types wins, else the call is ambiguous.
 *
 * Whether a value fits a parameter hangs on its kind alone (but for types of the host), so the choice made
 * for one tuple of kinds is remembered for the next call.
 */
export class Resolver {
  private readonly args: readonly CallArgument[];
  private readonly positional: number;
  private readonly candidates: readonly (readonly Plan[])[];
  private readonly failure: YaqlError | undefined;
  private readonly variants = new Map<string | number, Variant>();
  private readonly valueAt: readonly number[];
  private lastKind = -1;
  private lastVariant: Variant | undefined;

  /** `shape` holds the receiver as its first argument when `isMethod`. */
  constructor(
    private readonly overloads: Overloads<FunctionDefinition>,
    private readonly isMethod: boolean,
    shape: CallShape,
  ) {
    const first = overloads.levels[0]?.[0];
    const noKeywords = first?.noKeywords ?? false;
    let translated: CallShape | YaqlError = shape;
    if (!noKeywords) translated = translate(shape);
    else if (shape.named.size > 0) translated = new YaqlError('ArgumentException', 'The function takes no keywords.');
    const mixed = overloads.levels.some((level) => level.some((f) => f.noKeywords !== noKeywords));
    if (mixed) translated = this.error('ambiguous', undefined);
    if (translated instanceof YaqlError) {
      this.failure = translated;
      this.args = [];
      this.positional = 0;
      this.candidates = [];
      this.valueAt = [];
      return;
    }
    const { positional, named } = translated;
    this.args = [...positional, ...named.values()];
    this.positional = positional.length;
    const names = [...named.keys()];
    this.candidates = overloads.levels
      .map((level) => level.map((f) => this.plan(f, names)).filter((plan) => plan !== undefined))
      .filter((level) => level.length > 0);
    this.valueAt = this.args.flatMap(({ sort }, index) => (sort === 'value' ? [index] : []));
  }

  /**
   * Calls with the values of the arguments that come as values, in order (the receiver first); the others
   * are evaluated in the context.
   */
  call(context: Context, given: readonly unknown[]): unknown {
    if (this.failure) throw this.failure;
    const runtime = context.runtime;
    runtime?.step();
    const variant = this.variantFor(given, context);
    if (variant.failure) throw this.error(variant.failure, given);
    const { args } = this;
    const values: unknown[] = new Array(args.length);
    let nextGiven = 0;
    for (const value of given) if (typeof value === 'string') runtime?.read(value);
    for (let at = 0; at < args.length; at++) {
      const argument = args[at] as CallArgument;
      if (argument.sort === 'value') values[at] = given[nextGiven++];
      else if (argument.sort === 'skip') values[at] = NO_VALUE;
      else if (variant.lazy[at]) values[at] = undefined;
      else values[at] = argument.code(context);
    }
    const plan = this.choose(variant, values, given, context);
    const depth = runtime?.depth ?? 0;
    runtime?.deeper();
    const result = this.invoke(plan, context, values);
    if (runtime) {
      runtime.depth = depth;
      runtime.checkSize(result);
    }
    return result === undefined ? null : result;
  }

  private invoke(plan: Plan, context: Context, values: readonly unknown[]): unknown {
    const { definition, sources, converters } = plan;
    const prepared: unknown[] = [];
    for (let at = 0; at < sources.length; at++) {
      const source = sources[at] as number;
      const parameter = definition.parameters[at];
      if (source < 0 || values[source] === NO_VALUE) prepared.push(parameter?.defaultValue);
      else prepared.push((converters[at] as Converter)(values[source], context, this.args[source] as CallArgument));
    }
    const { restConverter } = plan;
    if (restConverter) {
      for (const source of plan.rest) {
        prepared.push(restConverter(values[source], context, this.args[source] as CallArgument));
      }
    }
    if (definition.named) {
      const named = new Map<string, unknown>();
      const convert = converterOf(definition.named, false);
      for (const [name, source] of plan.extra) {
        named.set(name, convert(values[source], context, this.args[source] as CallArgument));
      }
      // Named values come before the rest in the argument list of the payload, so that the rest can be spread.
      prepared.splice(sources.length, 0, named);
    }
    const payload = definition.payload as (context: Context, ...args: unknown[]) => unknown;
    switch (prepared.length) {
      case 1:
        return payload(context, prepared[0]);
      case 2:
        return payload(context, prepared[0], prepared[1]);
      case 3:
        return payload(context, prepared[0], prepared[1], prepared[2]);
      default:
        return payload(context, ...prepared);
    }
  }

  private choose(variant: Variant, values: readonly unknown[], given: readonly unknown[], context: Context): Plan {
    const { lastKinds, lazy } = variant;
    if (lastKinds && variant.lastPlan) {
      let same = true;
      for (let at = 0; at < values.length && same; at++) {
        if (!lazy[at] && kindOf(values[at]) !== lastKinds[at]) same = false;
      }
      if (same) return variant.lastPlan;
    }
    const kinds = values.map((value, at) => (lazy[at] ? 0 : kindOf(value)));
    for (const level of variant.levels) {
      const winner = this.best(
        level.filter((plan) => this.fits(plan, kinds, values, lazy, context)),
        given,
      );
      if (!winner) continue;
      if (variant.stable) {
        variant.lastKinds = kinds;
        variant.lastPlan = winner;
      }
      return winner;
    }
    throw this.error('none', given, values);
  }

  private fits(
    plan: Plan,
    kinds: readonly number[],
    values: readonly unknown[],
    lazy: readonly boolean[],
    context: Context,
  ): boolean {
    return plan.types.every((type, at) => {
      if (!type || lazy[at] || kinds[at] === KIND.none) return true;
      return this.accepts(type, kinds[at] ?? 0, values[at], context);
    });
  }

  private accepts(type: ParameterType, kind: number, value: unknown, context: Context): boolean {
    if ((this.maskOf(type) & kind) === 0) return false;
    if (type.fits && kind !== KIND.null && !type.fits(value, context)) return false;
    return !type.accepts || kind !== KIND.foreign || type.accepts(value);
  }

  private maskOf(type: ParameterType): number {
    const dicts = this.overloads.iterableDicts && type.family === 'iterable' && type.passing === 'value';
    return dicts ? type.mask | KIND.dict | KIND.openDict : type.mask;
  }

  /** The most special of the matches. */
  private best(matches: readonly Plan[], given: readonly unknown[]): Plan | undefined {
    let winner: Plan | undefined;
    for (const match of matches) {
      if (!winner || isMoreSpecial(match, winner)) winner = match;
      else if (!isMoreSpecial(winner, match)) throw this.error('ambiguous', given);
    }
    return winner;
  }

  /** The candidates for the kinds of the values that are given; remembered by kind. */
  private variantFor(given: readonly unknown[], context: Context): Variant {
    if (given.length === 0) return this.remember('', given, [], context);
    if (given.length === 1) {
      const kind = kindOf(given[0]);
      if (kind === this.lastKind && this.lastVariant) return this.lastVariant;
      const variant = this.remember(kind, given, [kind], context);
      if (variant.stable) {
        this.lastKind = kind;
        this.lastVariant = variant;
      }
      return variant;
    }
    const kinds = given.map(kindOf);
    return this.remember(kinds.join(), given, kinds, context);
  }

  private remember(
    key: string | number,
    given: readonly unknown[],
    kinds: readonly number[],
    context: Context,
  ): Variant {
    const known = this.variants.get(key);
    if (known) return known;
    const variant = this.variant(given, kinds, context);
    if (variant.stable) this.variants.set(key, variant);
    return variant;
  }

  private variant(given: readonly unknown[], kinds: readonly number[], context: Context): Variant {
    let stable = true;
    const levels = this.candidates
      .map((level) =>
        level.filter((plan) => {
          if (plan.types.some((type) => type?.accepts ?? type?.fits)) stable = false;
          return this.valueAt.every((at, index) => {
            const type = at < this.positional ? plan.types[at] : undefined;
            return type?.passing !== 'value' || this.accepts(type, kinds[index] ?? 0, given[index], context);
          });
        }),
      )
      .filter((level) => level.length > 0);
    const laziness = levels.flat().map((plan) => plan.types.map((type) => type !== undefined && isLazy(type)));
    const lazy = laziness[0] ?? [];
    const agreed = laziness.every((other) => other.every((flag, at) => flag === lazy[at]));
    const failure = levels.length === 0 ? 'none' : agreed ? undefined : 'ambiguous';
    return { levels, lazy, failure, stable, lastKinds: undefined, lastPlan: undefined };
  }

  /** How the arguments reach the function, or undefined when their number, names or constants do not fit. */
  private plan(definition: FunctionDefinition, names: readonly string[]): Plan | undefined {
    const { args, positional } = this;
    const { parameters } = definition;
    const types: (ParameterType | undefined)[] = new Array(args.length).fill(undefined);
    const left = new Set(names);
    const sources: number[] = [];
    for (const [at, parameter] of parameters.entries()) {
      const argument = at < positional ? args[at] : undefined;
      if (argument && argument.sort !== 'skip') {
        if (left.has(parameter.name)) return undefined;
        types[at] = parameter.type;
        sources.push(at);
      } else if (left.has(parameter.name)) {
        const source = positional + names.indexOf(parameter.name);
        left.delete(parameter.name);
        types[source] = parameter.type;
        sources.push(source);
      } else if (parameter.optional) sources.push(-1);
      else return undefined;
    }
    const rest: number[] = [];
    for (let at = parameters.length; at < positional; at++) {
      if (!definition.rest || args[at]?.sort === 'skip') return undefined;
      types[at] = definition.rest;
      rest.push(at);
    }
    const extra: [string, number][] = [];
    for (const name of left) {
      if (!definition.named) return undefined;
      const source = positional + names.indexOf(name);
      types[source] = definition.named;
      extra.push([name, source]);
    }
    if (!args.every((argument, at) => this.mayFit(argument, types[at]))) return undefined;
    const converters = parameters.map(({ type, optional }) => converterOf(type, optional));
    const restConverter = definition.rest && converterOf(definition.rest, false);
    return { definition, types, sources, converters, rest, restConverter, extra };
  }

  /** What the text alone says: constants must have the type, names must be names. */
  private mayFit(argument: CallArgument, type: ParameterType | undefined): boolean {
    if (!type || argument.sort === 'skip') return true;
    switch (type.passing) {
      case 'keyword':
        return argument.sort === 'keyword';
      case 'rule':
        return argument.sort === 'rule';
      case 'methodLambda':
        return argument.method !== undefined || argument.sort === 'value';
      case 'expression':
        return argument.node !== undefined && (type.acceptsNode?.(argument.node) ?? true);
      case 'lambda':
      case 'contextLambda':
        return true;
      case 'value':
        if (argument.sort !== 'constant' && argument.sort !== 'keyword') return true;
        return (this.maskOf(type) & kindOf(argument.value)) !== 0;
    }
  }

  private error(
    why: 'none' | 'ambiguous',
    given: readonly unknown[] | undefined,
    values?: readonly unknown[],
  ): YaqlError {
    const { name } = this.overloads;
    const shown = describeFunction(name);
    if (why === 'ambiguous') {
      const kind = this.isMethod ? 'AmbiguousMethodException' : 'AmbiguousFunctionException';
      return new YaqlError(kind, `Several functions fit the call of ${shown} equally well.`);
    }
    const receiver = this.isMethod ? ` on a value of type ${typeName(given?.[0])}` : '';
    const passed = (values ?? given ?? [])
      .slice(this.isMethod ? 1 : 0)
      .filter((value) => value !== undefined && value !== NO_VALUE);
    const types = passed.length > 0 ? ` (${passed.map(typeName).join(', ')})` : '';
    const kind = this.isMethod ? 'NoMatchingMethodException' : 'NoMatchingFunctionException';
    return new YaqlError(kind, `${shown} cannot be used${receiver} with these arguments${types}.`);
  }
}

/** What a function is called in sentences: `'name()'`, or the sign of an operator. */
export function describeFunction(name: string): string {
  const operator = /^#(?:unary_)?operator_(.*)$/.exec(name)?.[1];
  if (operator !== undefined) return `The operator '${operator}'`;
  if (name === '*equal') return "The operator '='";
  if (name === '*not_equal') return "The operator '!='";
  if (name === '#indexer') return 'An index in brackets';
  if (name === '#call') return 'A call of a value';
  if (name === '#list') return 'A list in brackets';
  return name === '#map' ? 'A dict in braces' : `The function '${name}'`;
}

function isLazy(type: ParameterType): boolean {
  return type.passing !== 'value' && type.passing !== 'keyword';
}

function isMoreSpecial(plan: Plan, than: Plan): boolean {
  let special = false;
  for (const [at, type] of plan.types.entries()) {
    const other = than.types[at];
    if (!type || !other) continue;
    if (isSpecialization(other, type)) return false;
    if (isSpecialization(type, other)) special = true;
  }
  return special;
}

/** Rules among the arguments become named arguments. */
function translate(shape: CallShape): CallShape | YaqlError {
  if (!shape.positional.some(({ sort }) => sort === 'rule')) return shape;
  const positional: CallArgument[] = [];
  const named = new Map<string, CallArgument>();
  for (const argument of shape.positional) {
    if (argument.sort !== 'rule') positional.push(argument);
    else if (argument.source?.sort === 'keyword' && argument.destination) {
      named.set(String(argument.source.value), argument.destination);
    } else return new YaqlError('MappingTranslationException', 'The name before => must be a bare word here.');
  }
  for (const [name, argument] of shape.named) {
    if (named.has(name)) return new YaqlError('MappingTranslationException', `The argument ${name} is given twice.`);
    named.set(name, argument);
  }
  return { positional, named };
}
