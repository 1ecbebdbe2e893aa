import { RecordedWorld } from '@/lib/conductor/muranopl/world';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Effects, PlanOutcome, PlanRequest, StackUpdate } from '@/lib/ports/conductor';
import type { Print } from './command';

/** What machines answer, by the name of the plan: a value, or `{fails: message}`. */
export type CannedResponses = Readonly<Record<string, Json>>;

/** For whom a program runs where there is nobody but its author. */
export const IDENTITY = { project: { id: 'project', name: 'project' }, user: { id: 'author', name: 'author' } };

/**
 * Effects of a world without a cloud behind it: what is asked of it is told line by line, and machines answer as
 * `answers` says, or that all went well.
 */
export function printingEffects(answers: CannedResponses, say: Print): Effects {
  const world = new RecordedWorld({ plan: (request) => respondTo(request, answers[request.name]) });
  const { effects } = world;
  const nameOf = (stack: string | undefined) => (stack === undefined ? 'the stack' : `the stack ${stack}`);
  return {
    ...effects,
    updateStack: (update) => {
      const before = world.stacks.get(update.stack ?? '')?.template ?? {};
      say(`  effect  update ${nameOf(update.stack)}: ${changes(before, update)}`);
      return effects.updateStack(update);
    },
    deleteStack: (stack) => {
      say(`  effect  delete ${nameOf(stack)}`);
      return effects.deleteStack(stack);
    },
    executePlan: (request) => {
      say(`  effect  plan ${request.name} for ${request.host}`);
      return effects.executePlan(request);
    },
    report: async ({ entity, id, level, text }) => say(`  report  ${level} of ${entity} ${id}: ${text}`),
    sleep: async (milliseconds) => say(`  effect  sleep ${milliseconds / 1000} s`),
  };
}

/** `+ new, changed, - gone`: the resources that an update makes otherwise. */
function changes(before: JsonObject, { template }: StackUpdate): string {
  const [old, now] = [resourcesOf(before), resourcesOf(template)];
  const lines = [
    ...Object.keys(now).flatMap((name) => {
      if (!(name in old)) return [`+ ${name} (${typeOf(now[name])})`];
      return JSON.stringify(old[name]) === JSON.stringify(now[name]) ? [] : [`~ ${name}`];
    }),
    ...Object.keys(old).flatMap((name) => (name in now ? [] : [`- ${name}`])),
  ];
  return lines.length === 0 ? 'nothing changes' : lines.join(', ');
}

function resourcesOf(template: JsonObject): JsonObject {
  return isObject(template.resources) ? template.resources : {};
}

function typeOf(resource: Json | undefined): string {
  return isObject(resource) && typeof resource.type === 'string' ? resource.type : '?';
}

function respondTo({ plan, host }: Pick<PlanRequest, 'plan' | 'host'>, answer: Json | undefined): PlanOutcome {
  const failure = isObject(answer) && typeof answer.fails === 'string' ? answer.fails : undefined;
  const answered = (IsException: boolean, Result: Json): PlanOutcome => ({
    answered: true,
    result: { IsException, Result },
  });
  if (plan.program) {
    return failure === undefined ? answered(false, answer ?? null) : answered(true, ['AgentException', failure]);
  }
  const last = plan.Commands.length - 1;
  const results = plan.Commands.map(({ Name }, index): JsonObject => {
    if (index === last && failure !== undefined)
      return { IsException: true, Result: ['AgentException', failure, Name] };
    return { IsException: false, Result: index === last && answer !== undefined ? [answer] : [`${Name} on ${host}`] };
  });
  return answered(false, results);
}
