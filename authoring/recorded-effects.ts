import type { Effects, PlanRequest, StackState, StackUpdate } from '@/lib/conductor/ports';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Say } from './commands';
import { pretendedOutputs } from './pretended-outputs';

/** What machines answer, by the name of the plan: a value, or `{fails: message}`. */
export type Answers = Readonly<Record<string, Json>>;

/**
 * Effects that perform nothing: what is asked of the world is told line by line, stacks take the shape they are
 * given at once, and machines answer as `answers` says, or that all went well.
 */
export function recordedEffects(answers: Answers, say: Say): Effects {
  const stacks = new Map<string | undefined, StackState>();
  const nameOf = (stack: string | undefined) => (stack === undefined ? 'the stack' : `the stack ${stack}`);
  return {
    updateStack: async (update) => {
      const known = stacks.get(update.stack);
      say(`  effect  update ${nameOf(update.stack)}: ${changes(known?.template ?? {}, update)}`);
      const outputs = pretendedOutputs(update.template);
      stacks.set(update.stack, { template: update.template, parameters: update.parameters, outputs });
      return { ok: true, outputs };
    },
    deleteStack: async (stack) => {
      say(`  effect  delete ${nameOf(stack)}`);
      stacks.delete(stack);
      return { ok: true, outputs: {} };
    },
    readStack: async (stack) => stacks.get(stack) ?? null,
    networks: async () => ({
      networks: [],
      subnets: [],
      ports: [],
      extensions: [],
      defaultRouter: 'router-1',
      externalNetworks: { 'router-1': 'public' },
      nameServers: [],
    }),
    executePlan: async (request) => {
      say(`  effect  plan ${request.name} for ${request.host}`);
      return { answered: true, result: answerTo(request, answers[request.name]) };
    },
    report: async ({ entity, id, level, text }) => say(`  report  ${level} of ${entity} ${id}: ${text}`),
    saveModel: async () => undefined,
    cancelled: async () => false,
    sleep: async (milliseconds) => say(`  effect  sleep ${milliseconds / 1000} s`),
    first: (pending) => Promise.race(pending.map((one, index) => one.then(() => index))),
  };
}

/** `+ new, changed, - gone`: the resources that an update makes otherwise. */
function changes(before: JsonObject, { template }: StackUpdate): string {
  const [old, now] = [resourcesOf(before), resourcesOf(template)];
  const told = [
    ...Object.keys(now).flatMap((name) => {
      if (!(name in old)) return [`+ ${name} (${typeOf(now[name])})`];
      return JSON.stringify(old[name]) === JSON.stringify(now[name]) ? [] : [`~ ${name}`];
    }),
    ...Object.keys(old).flatMap((name) => (name in now ? [] : [`- ${name}`])),
  ];
  return told.length === 0 ? 'nothing changes' : told.join(', ');
}

function resourcesOf(template: JsonObject): JsonObject {
  return isObject(template.resources) ? template.resources : {};
}

function typeOf(resource: Json | undefined): string {
  return isObject(resource) && typeof resource.type === 'string' ? resource.type : '?';
}

function answerTo({ plan, host }: PlanRequest, answer: Json | undefined) {
  const failure = isObject(answer) && typeof answer.fails === 'string' ? answer.fails : undefined;
  if (plan.program) {
    if (failure !== undefined) return { IsException: true, Result: ['AgentException', failure] };
    return { IsException: false, Result: answer ?? null };
  }
  const last = plan.Commands.length - 1;
  const results = plan.Commands.map(({ Name }, index): JsonObject => {
    if (index === last && failure !== undefined)
      return { IsException: true, Result: ['AgentException', failure, Name] };
    return { IsException: false, Result: index === last && answer !== undefined ? [answer] : [`${Name} on ${host}`] };
  });
  return { IsException: false, Result: results };
}
