import { type Context, createLibrary, type FunctionDefinition } from '@vetro/yaql';
import { CONTRACT_FUNCTIONS } from '../contracts/functions';
import { functionsFor, legacyFunctions } from '../functions/index';
import { extensionLayers, methodLayers } from '../statements/extensions';
import { Classes } from '../types/classes';
import { checkMeta } from '../types/meta';
import type { MuranoType } from '../types/murano-type';
import type { NativeClass } from '../types/native';
import type { ClassFinder } from '../types/package';

/** What an engine is made of. */
export interface EngineOptions {
  readonly finder: ClassFinder;
  /** the native sides of classes */
  readonly natives?: Iterable<NativeClass>;
  /** further functions that every expression sees */
  readonly functions?: readonly FunctionDefinition[];
  /** whether fixtures may replace methods: `inject` */
  readonly mocking?: boolean;
}

const typeKey = {};
const contractKey = {};
const LATEST = '1.6';

/** Classes and functions that any number of runs share: nothing in it belongs to a run. */
export class MuranoEngine {
  readonly classes: Classes;
  private readonly libraries = new Map<string, Context>();
  private readonly functions: readonly FunctionDefinition[];
  private contractsAlone: Context['layer'] | undefined;

  constructor(readonly options: EngineOptions) {
    this.classes = new Classes(options.finder, options.natives ?? [], checkMeta);
    this.functions = options.functions ?? [];
  }

  /** The functions that code of a class sees, its own and extension methods among them. */
  contextOf(type: MuranoType | undefined): Context {
    if (!type) return this.library(LATEST);
    const known = type.notes.get(typeKey) as Context | undefined;
    if (known) return known;
    let context = this.library(type.package_.runtimeVersion);
    for (const definitions of methodLayers(type)) {
      context = context.child();
      for (const definition of definitions) context.register(definition);
    }
    type.notes.set(typeKey, context);
    return context;
  }

  /** The extension methods of a name that objects of a class bring along, the nearest first. */
  extensions(type: MuranoType, name: string): readonly (readonly FunctionDefinition[])[] {
    return extensionLayers(type, name);
  }

  /** The functions that contracts of a class see. */
  contractLayer(type: MuranoType | undefined): Context['layer'] {
    const known = type ? (type.notes.get(contractKey) as Context['layer'] | undefined) : this.contractsAlone;
    if (known) return known;
    const context = this.contextOf(type).child();
    for (const definition of CONTRACT_FUNCTIONS) context.register(definition);
    if (type) type.notes.set(contractKey, context.layer);
    else this.contractsAlone = context.layer;
    return context.layer;
  }

  /** The functions that code of a runtime version sees. */
  library(runtimeVersion: string): Context {
    const known = this.libraries.get(runtimeVersion);
    if (known) return known;
    const isLegacy = runtimeVersion === '1.0' || runtimeVersion === '1.1';
    const context = createLibrary({ legacy: isLegacy, iterableDicts: isLegacy }).child();
    if (isLegacy) for (const definition of legacyFunctions(context)) context.register(definition);
    for (const definition of functionsFor(runtimeVersion, this.options.mocking === true)) context.register(definition);
    for (const definition of this.functions) context.register(definition);
    this.libraries.set(runtimeVersion, context);
    return context;
  }
}
