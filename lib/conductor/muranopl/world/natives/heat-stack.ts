import { withFileTexts } from '@/lib/formats/hot/files';
import type { JsonObject } from '@/lib/model/json';
import { DslError } from '../../errors';
import { LockWait } from '../../execution/requests';
import type { NativeCall, NativeClass } from '../../types/native';
import type { Waiting } from '../../types/waiting';
import { ask } from '../requests';
import { asJson, dictArgument, textArgument } from './call';
import { canonical, complete, isEmpty, mergeInto, without } from './stack-template';

/** What the run knows of a stack. */
interface Stack {
  readonly name: string;
  readonly description: string;
  /** null until someone looked: the stack may be there from an earlier deployment */
  template: JsonObject | null;
  parameters: JsonObject;
  files: JsonObject;
  hotEnvironment: JsonObject;
  outputs: JsonObject;
  /** template, parameters and files as the cloud has them; null: as nobody knows */
  applied: string | null;
  /** a branch is at it: others wait */
  isBusy: boolean;
}

/** `io.murano.system.HeatStack`: gathers a template, and makes the cloud follow it when it is pushed. */
export const heatStack: NativeClass = {
  name: 'io.murano.system.HeatStack',
  methods: [
    {
      name: '.init',
      arguments: [
        { name: 'name', contract: '$.string().notNull()' },
        { name: 'description', contract: '$.string()', default: null },
        { name: 'regionName', contract: '$.string()', default: null },
      ],
      run: (call) => {
        const fresh: Stack = {
          name: textArgument(call, 0),
          description: textArgument(call, 1),
          template: null,
          parameters: {},
          files: {},
          hotEnvironment: {},
          outputs: {},
          applied: null,
          isBusy: false,
        };
        call.state.set('stack', fresh);
        return null;
      },
    },
    {
      name: 'current',
      run: function* (call) {
        return (yield* loaded(call)).template;
      },
    },
    {
      name: 'parameters',
      run: function* (call) {
        return (yield* loaded(call)).parameters;
      },
    },
    {
      name: 'output',
      run: function* (call) {
        return (yield* loaded(call)).outputs;
      },
    },
    {
      name: 'reload',
      run: function* (call) {
        const stack = stackOf(call);
        stack.template = null;
        return (yield* loaded(call)).template;
      },
    },
    {
      name: 'setTemplate',
      arguments: [{ name: 'template', contract: '$.notNull()' }],
      run: (call) => {
        const stack = stackOf(call);
        stack.template = dictArgument(call, 0);
        stack.parameters = {};
        return null;
      },
    },
    {
      name: 'updateTemplate',
      arguments: [{ name: 'template', contract: '$.notNull()' }],
      run: function* (call) {
        const added = dictArgument(call, 0);
        const stack = yield* loaded(call);
        stack.template = mergeInto(stack.template, added);
        return null;
      },
    },
    {
      name: 'removeEntries',
      arguments: [{ name: 'resources' }, { name: 'outputs' }],
      run: function* (call) {
        const [resources, outputs] = [0, 1].map((index) => namesIn(call, index));
        const stack = yield* loaded(call);
        stack.template = without(stack.template, { resources: resources ?? [], outputs: outputs ?? [] });
        return null;
      },
    },
    { name: 'setParameters', arguments: [{ name: 'parameters' }], run: (call) => keep(call, 'parameters') },
    { name: 'setFiles', arguments: [{ name: 'files' }], run: (call) => keep(call, 'files') },
    { name: 'setHotEnvironment', arguments: [{ name: 'hotEnvironment' }], run: (call) => keep(call, 'hotEnvironment') },
    {
      name: 'push',
      // Whether the program wants to wait: it always does, since what comes next may need what is made.
      arguments: [{ name: 'isAsync', contract: '$.bool()', default: false }],
      run: push,
    },
    {
      name: 'delete',
      run: function* (call) {
        const stack = stackOf(call);
        yield* enter(stack);
        try {
          yield* remove(stack);
        } finally {
          stack.isBusy = false;
        }
        return null;
      },
    },
  ],
};

function* push(call: NativeCall): Waiting {
  const stack = yield* loaded(call);
  yield* enter(stack);
  try {
    const wanted = stateOf(stack);
    if (stack.applied === wanted) return null;
    if (isEmpty(stack.template)) {
      yield* remove(stack);
      return null;
    }
    const template = withDefaults(complete(stack.template, stack.description), stack.hotEnvironment);
    const update = {
      stack: stack.name,
      template: withFileTexts(template, (name) => fileText(stack.files, name)),
      parameters: stack.parameters,
    };
    stack.applied = null;
    const outcome = yield* ask('updateStack', { update });
    if (!outcome.ok) throw new DslError('EnvironmentError', outcome.message, outcome.effectId);
    stack.applied = wanted;
    stack.outputs = outcome.outputs;
    return null;
  } finally {
    stack.isBusy = false;
  }
}

function* remove(stack: Stack): Waiting {
  stack.applied = null;
  const outcome = yield* ask('deleteStack', { stack: stack.name });
  if (!outcome.ok) throw new DslError('EnvironmentError', outcome.message, outcome.effectId);
  stack.template = {};
  stack.outputs = {};
  stack.applied = stateOf(stack);
  return null;
}

/** Looks at the stack unless someone did: what earlier deployments have put there stays. */
function* loaded(call: NativeCall): Generator<unknown, Stack & { template: JsonObject }, unknown> {
  const stack = stackOf(call);
  if (stack.template === null) {
    yield* enter(stack);
    try {
      if (stack.template === null) {
        const found = yield* ask('readStack', { stack: stack.name });
        stack.template = found?.template ?? {};
        stack.parameters = found?.parameters ?? {};
        stack.outputs = found?.outputs ?? {};
        // One that is there was made, but whether it was made to its end only the cloud knows.
        stack.applied = found === null ? stateOf(stack) : null;
      }
    } finally {
      stack.isBusy = false;
    }
  }
  return stack as Stack & { template: JsonObject };
}

/** Waits until no other branch is at the stack, and keeps others out. */
function* enter(stack: Stack): Waiting {
  while (stack.isBusy) yield new LockWait(() => !stack.isBusy);
  stack.isBusy = true;
  return null;
}

function stackOf(call: NativeCall): Stack {
  return call.state.get('stack') as Stack;
}

function stateOf({ template, parameters, files, hotEnvironment }: Stack): string {
  return canonical({ template: template ?? {}, parameters, files, hotEnvironment });
}

/** Parameters that an environment file gives take the place of the template's defaults. */
function withDefaults(template: JsonObject, hotEnvironment: JsonObject): JsonObject {
  const given = hotEnvironment.parameter_defaults ?? hotEnvironment.parameters;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return template;
  const declared = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { default: value }]));
  return mergeInto(template, { parameters: declared });
}

/** A file that the program has given, by its name as the template or as Heat's client writes it. */
function fileText(files: JsonObject, name: string): string | undefined {
  const found = [name, `./${name}`, `file://${name}`].find((one) => typeof files[one] === 'string');
  return found === undefined ? undefined : String(files[found]);
}

function keep(call: NativeCall, part: 'parameters' | 'files' | 'hotEnvironment'): null {
  stackOf(call)[part] = dictArgument(call, 0);
  return null;
}

function namesIn(call: NativeCall, index: number): string[] {
  const names = asJson(call.arguments[index] ?? [], call);
  return Array.isArray(names) ? names.map(String) : [];
}
