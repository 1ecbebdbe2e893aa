import { type DictValue, dictGet, dictHas, equals, isDict, isTrue, toText, YaqlSet } from '@vetro/yaql';
import { DslError } from '../errors';
import type { NativeArgument, NativeCall, NativeClass, NativeMethod } from '../types/native';
import { frameOfCall } from './native-scope';

const MESSAGE: NativeArgument = { name: 'message', contract: '$.string()', default: null };

/** `io.murano.test.TestFixture`: what a test may claim, and how it gets its objects. */
export const TEST_FIXTURE: NativeClass = {
  name: 'io.murano.test.TestFixture',
  methods: [
    claim('assertEqual', ['expected', 'observed'], (expected, observed) =>
      equals(expected, observed) ? undefined : `${toText(expected)} was expected, and ${toText(observed)} was found.`,
    ),
    claim('assertTrue', ['expr'], (value) => (isTrue(value) ? undefined : `${toText(value)} is not true.`)),
    claim('assertFalse', ['expr'], (value) => (isTrue(value) ? `${toText(value)} is not false.` : undefined)),
    claim('assertIn', ['needle', 'haystack'], (needle, haystack) =>
      isIn(needle, haystack) ? undefined : `${toText(needle)} is not in ${toText(haystack)}.`,
    ),
    claim('assertNotIn', ['needle', 'haystack'], (needle, haystack) =>
      isIn(needle, haystack) ? `${toText(needle)} is in ${toText(haystack)}.` : undefined,
    ),
    {
      name: 'load',
      arguments: [{ name: 'model' }],
      *run(call) {
        const frame = frameOfCall(call);
        const [model] = call.arguments;
        if (!isDict(model)) throw new DslError('TypeError', 'A model is a dict.');
        return yield* frame.execution
          .loading({
            owner: undefined,
            callerType: undefined,
            caller: frame,
            keepIds: true,
          })
          .load(documentTree(model));
      },
    },
    { name: 'startEnv', run: () => null },
    { name: 'finishEnv', run: () => null },
  ],
};

/** A whole model has its tree under `Objects`; the tree alone will do. */
function documentTree(model: DictValue): DictValue {
  const tree = dictGet(model, 'Objects');
  return isDict(tree) ? (tree as DictValue) : model;
}

function claim(
  name: string,
  values: readonly string[],
  explain: (...values: readonly unknown[]) => string | undefined,
): NativeMethod {
  return {
    name,
    arguments: [...values.map((value) => ({ name: value })), MESSAGE],
    run: (call: NativeCall) => {
      const said = explain(...call.arguments.slice(0, values.length));
      if (said === undefined) return null;
      const own = call.arguments[values.length];
      throw new DslError('AssertionError', typeof own === 'string' ? `${own}: ${said}` : said);
    },
  };
}

function isIn(needle: unknown, haystack: unknown): boolean {
  if (typeof haystack === 'string') return typeof needle === 'string' && haystack.includes(needle);
  if (Array.isArray(haystack)) return haystack.some((item) => equals(item, needle));
  if (haystack instanceof YaqlSet) return haystack.items.some((item) => equals(item, needle));
  return isDict(haystack) && dictHas(haystack, needle);
}
