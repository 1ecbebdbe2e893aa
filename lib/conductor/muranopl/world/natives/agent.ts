import { accountFields } from '@/lib/formats/execution-plan/account';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { readResult, shortWords } from '@/lib/formats/execution-plan/result';
import type { Json, JsonObject } from '@/lib/model/json';
import { DslError } from '../../errors';
import { type MuranoObject, objectOf } from '../../objects/murano-object';
import type { NativeArgument, NativeCall, NativeClass } from '../../types/native';
import { type AgentOutcome, ask } from '../requests';
import { callingPackage, dictArgument, frameOfCall, numberArgument, textArgument } from './call';
import { buildPlan, planName, rawPlan } from './execution-plan';
import { environmentOf, titleOf, topOf } from './places';
import { fileOf, packageBehind } from './resources';

/** What the agent of a machine raises, as packages know it. */
const AGENT_ERROR = 'murano.engine.system.agent.AgentException';
const TIMEOUT_ERROR = 'murano.common.exceptions.TimeoutException';
/** How long `isReady` and `waitReady` wait when they are not told, in seconds. */
const READY_SECONDS = 100;
/** Carries out nothing: an agent that answers it is there. */
const NOTHING: ExecutionPlan = {
  Scripts: [],
  Commands: [],
  RebootOnCompletion: 0,
  program: {
    FormatVersion: '2.0.0',
    Version: '1.0.0',
    Name: 'Ready',
    Body: 'return True',
    Parameters: {},
    Scripts: {},
    Files: {},
  },
};

const TEMPLATE: NativeArgument = { name: 'template', contract: '$.notNull()' };
const RESOURCES: NativeArgument = { name: 'resources', default: null };
const TIMEOUT: NativeArgument = { name: 'timeout', contract: '$.int()', default: null };
const PLAN: NativeArgument = { name: 'plan', contract: '$.notNull()' };

/** `io.murano.system.Agent`: carries plans out on a machine. */
export const agent: NativeClass = {
  name: 'io.murano.system.Agent',
  methods: [
    {
      name: '.init',
      arguments: [{ name: 'host', contract: '$.notNull()' }],
      run: (call) => {
        call.state.set('host', objectOf(call.arguments[0]));
        return null;
      },
    },
    { name: 'queueName', run: (call) => queueOf(hostOf(call)) },
    {
      name: 'signingKey',
      arguments: [{ name: 'linePrefix', contract: '$.string()', default: '' }],
      // Plans reach an agent through the cloud alone, which knows who sends them.
      run: (call) => textArgument(call, 0),
    },
    { name: 'buildExecutionPlan', arguments: [TEMPLATE, RESOURCES], run: (call) => planOf(builtPlan(call)) },
    {
      name: 'call',
      arguments: [TEMPLATE, RESOURCES, TIMEOUT],
      run: (call) => execute(call, builtPlan(call), planName(dictArgument(call, 0)), numberArgument(call, 2)),
    },
    {
      name: 'callRaw',
      arguments: [PLAN, TIMEOUT],
      run: (call) =>
        execute(call, rawPlan(dictArgument(call, 0)), planName(dictArgument(call, 0)), numberArgument(call, 1)),
    },
    {
      name: 'send',
      arguments: [TEMPLATE, RESOURCES],
      run: (call) => send(call, builtPlan(call)),
    },
    { name: 'sendRaw', arguments: [PLAN], run: (call) => send(call, rawPlan(dictArgument(call, 0))) },
    {
      name: 'waitReady',
      arguments: [{ ...TIMEOUT, default: READY_SECONDS }],
      run: function* (call) {
        yield* execute(call, NOTHING, 'Ready', numberArgument(call, 0));
        return null;
      },
    },
    {
      name: 'isReady',
      arguments: [{ ...TIMEOUT, default: READY_SECONDS }],
      run: function* (call) {
        const outcome = yield* ask('plan', requestFor(call, NOTHING, 'Ready', numberArgument(call, 0), true));
        const isReady = outcome?.answered === true && !outcome.result.IsException;
        if (!isReady && outcome?.effectId !== undefined)
          frameOfCall(call).execution.handledEffects.add(outcome.effectId);
        return isReady;
      },
    },
  ],
};

function* execute(call: NativeCall, plan: ExecutionPlan, name: string, seconds: number | null) {
  const outcome = yield* ask('plan', requestFor(call, plan, name, seconds, true));
  return outcome === null ? null : resultOf(plan, outcome);
}

function* send(call: NativeCall, plan: ExecutionPlan) {
  yield* ask('plan', requestFor(call, plan, planName(dictArgument(call, 0)), null, false));
  return null;
}

function requestFor(call: NativeCall, plan: ExecutionPlan, name: string, seconds: number | null, isAwaited: boolean) {
  const host = hostOf(call);
  return {
    serviceId: topOf(host).id,
    unitId: host.id,
    host: titleOfMachine(host),
    name,
    plan,
    package: planPackage(call)?.name,
    timeoutMs: seconds === null ? undefined : seconds * 1000,
    isAwaited,
  };
}

/**
 * What a plan answers: what its body returned; of commands, what the last one put out.
 *
 * @throws TimeoutException when no answer came, AgentException when something on the machine failed
 */
function resultOf(plan: ExecutionPlan, outcome: AgentOutcome): Json {
  const { effectId } = outcome;
  if (!outcome.answered) throw new DslError(TIMEOUT_ERROR, outcome.problem.sentence, effectId);
  const { result } = outcome;
  const failed = (words: string) => new DslError(AGENT_ERROR, words, effectId);
  if (plan.program) {
    if (result.IsException) throw failed(wordsOf(result.Result));
    return result.Result;
  }
  const reading = readResult(plan, result);
  if (reading.kind === 'notStarted') throw failed(reading.exception.message);
  if (reading.failed) throw failed(`${reading.failed.command}: ${reading.failed.exception.message}`);
  return reading.succeeded.at(-1)?.outputs ?? null;
}

function wordsOf(value: Json): string {
  const words = Array.isArray(value) ? (value[1] ?? value[0] ?? '') : value;
  return shortWords(typeof words === 'string' ? words : JSON.stringify(words));
}

function builtPlan(call: NativeCall): ExecutionPlan {
  const from = planPackage(call);
  return buildPlan(dictArgument(call, 0), (path, binary) => fileOf(from, path, binary));
}

/** The package that a plan is of: that of the resources that it is made of, else of the class that sends it. */
function planPackage(call: NativeCall) {
  return packageBehind(call.arguments[1]) ?? callingPackage(call);
}

/** A plan as `callRaw` and `sendRaw` take it. */
function planOf({ program, ...commands }: ExecutionPlan): object {
  return program ? { Action: 'Execute', ...program, ...accountFields(commands as unknown as JsonObject) } : commands;
}

function hostOf(call: NativeCall): MuranoObject {
  const host = call.state.get('host') as MuranoObject | undefined;
  if (!host) throw new DslError('ValueError', 'An agent belongs to a machine: new(sys:Agent, host => $machine).');
  return host;
}

/** Where the agent of a machine finds its plans. */
function queueOf(host: MuranoObject): string {
  const environment = environmentOf(host);
  return `e${environment?.id ?? ''}-${topOf(host).id}-${host.id}`.toLowerCase();
}

function titleOfMachine(host: MuranoObject): string {
  const name = host.values.get('name');
  return typeof name === 'string' ? name : titleOf(host);
}
