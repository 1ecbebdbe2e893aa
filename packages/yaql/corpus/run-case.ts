import {
  type Clock,
  createLibrary,
  type EngineOptions,
  fromPlain,
  isYaqlError,
  type LibraryOptions,
  MURANOPL_OPERATORS,
  YaqlEngine,
} from '../src';
import { treeOf } from './tree';
import { readValue, writeValue } from './values';
import type { YaqlAnswer, YaqlCase, YaqlOptions } from './yaql-case';

/** The moment when the cases were recorded: some ask for the year. */
const RECORDED: Clock = { now: () => Date.UTC(2026, 10, 21, 9, 35), localOffset: () => 0 };

/** Runs one case of the suite: an evaluation, or the tree of an expression. */
export async function runYaqlCase(input: unknown): Promise<YaqlAnswer> {
  const testCase = input as YaqlCase;
  try {
    const result = testCase.options.mode === 'parse' ? parseTree(testCase) : evaluate(testCase);
    return { id: testCase.id, ok: true, result };
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    return { id: testCase.id, ok: false, error: error.kind, message: error.message };
  }
}

function parseTree({ expression, options }: YaqlCase): unknown {
  const engine = new YaqlEngine({
    ...(options.dialect === 'muranopl' ? { operators: MURANOPL_OPERATORS } : {}),
    legacyParser: options.legacyParser === true,
    delegates: options.delegates === true,
  });
  return treeOf(engine.parse(expression).tree);
}

function evaluate({ expression, data, options }: YaqlCase): unknown {
  const engine = new YaqlEngine(engineOptions(options));
  const context = createLibrary(libraryOptions(options)).child();
  for (const [name, value] of Object.entries(options.vars ?? {})) context.set(name, fromPlain(readValue(value)));
  return writeValue(engine.parse(expression).evaluate(readValue(data), context));
}

function engineOptions(options: YaqlOptions): EngineOptions {
  return {
    legacyParser: options.legacyParser === true,
    delegates: options.delegates === true,
    limits: { iterators: options.limitIterators ?? -1, memory: options.memoryQuota ?? 64 * 1024 * 1024 },
    conversions: {
      input: options.convertInputData ?? true,
      output: options.convertOutputData ?? true,
      tuplesToLists: options.convertTuplesToLists ?? true,
      setsToLists: options.convertSetsToLists ?? false,
    },
    clock: RECORDED,
  };
}

function libraryOptions(options: YaqlOptions): LibraryOptions {
  return {
    legacy: options.legacyFunctions === true,
    delegates: options.delegates === true,
    iterableDicts: options.iterableDicts === true,
    noSets: options.context?.no_sets === true,
  };
}
