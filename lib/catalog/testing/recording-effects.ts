import { errors, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json } from '@/lib/model/json';
import type { Effects, PlanRequest, StackUpdate } from '@/lib/ports/conductor';

/** How a test lets something go wrong, or answers otherwise than usual. */
export interface Script {
  /** the stack's failure, in the cloud's words */
  stackFails?: string;
  deleteFails?: string;
  /** why nothing can be suspended or resumed */
  suspensionFails?: string;
  /** by `host Plan`: a failing command's message (`times`: how often, then it works), `null` for no answer at all, or what the last command returns */
  plans?: Record<string, { fails: string; times?: number } | { silent: true } | { returns: Json[] }>;
}

/** What a run asked of the world, in order. */
export interface Recording {
  /** for each round that did something: `stack dc1 dc2`, `delete`, `dc1 SetPassword` */
  rounds: string[][];
  /** `level entity: text`, with the entity's host or name */
  reports: string[];
  plans: PlanRequest[];
  stacks: StackUpdate[];
  /** what was suspended and resumed: `suspend web1`, `resume all` */
  suspensions: string[];
}

/**
 * Effects that perform nothing and remember everything: stacks get an address per machine (10.0.0.11, .12, …
 * in the order machines first appear), agents answer each command with success.
 */
export function recordingEffects(script: Script = {}): { effects: Effects; recording: Recording } {
  const recording: Recording = { rounds: [], reports: [], plans: [], stacks: [], suspensions: [] };
  let round: string[] = [];
  const note = (step: string) => {
    if (round.length === 0) recording.rounds.push(round);
    round.push(step);
  };
  const failed = (sentence: string) => ({
    ok: false as const,
    message: sentence,
    problem: toProblem(errors.cloud('stack_failed', sentence)),
  });
  const effects: Effects = {
    updateStack: async (update) => {
      note(`stack ${machinesOf(update).join(' ')}`);
      recording.stacks.push(update);
      return script.stackFails ? failed(script.stackFails) : { ok: true, outputs: outputsOf(update) };
    },
    deleteStack: async () => {
      note('delete');
      return script.deleteFails ? failed(script.deleteFails) : { ok: true, outputs: {} };
    },
    executePlan: async (request) => {
      note(`${request.host} ${request.name}`);
      recording.plans.push(request);
      const times = recording.plans.filter(({ host, name }) => host === request.host && name === request.name).length;
      return answer(request, script, times);
    },
    report: async ({ level, entity, id, text }) => {
      recording.reports.push(`${level} ${entity} ${id}: ${text}`);
    },
    failureHandled: async () => undefined,
    saveModel: async () => {
      round = [];
    },
    cancelled: async () => false,
    suspension: async ({ action, machine }) => {
      note(`${action} ${machine?.host ?? 'all'}`);
      recording.suspensions.push(`${action} ${machine?.host ?? 'all'}`);
      return script.suspensionFails ? { ok: false, problem: failed(script.suspensionFails).problem } : { ok: true };
    },
    readStack: async () => null,
    networks: () => Promise.reject(new Error('no networks in this test')),
    first: async () => 0,
    sleep: async () => undefined,
  };
  return { effects, recording };
}

/** Host names of the servers a stack is to have. */
function machinesOf({ template }: StackUpdate): string[] {
  return Object.entries(isObject(template.resources) ? template.resources : {})
    .filter(([, resource]) => isObject(resource) && resource.type === 'OS::Nova::Server')
    .map(([name]) => name);
}

function outputsOf(update: StackUpdate): Record<string, Json> {
  const names = Object.keys(isObject(update.template.outputs) ? update.template.outputs : {});
  return Object.fromEntries(names.map((name, index) => [name, `10.0.0.${11 + index}`]));
}

function answer(
  { host, name, plan }: PlanRequest,
  { plans = {} }: Script,
  count: number,
): ReturnType<Effects['executePlan']> {
  const scripted = plans[`${host} ${name}`];
  if (scripted && 'silent' in scripted) {
    const sentence = `No answer from ${host} in 30 minutes.`;
    return Promise.resolve({ answered: false, problem: toProblem(errors.timedOut('agent_silent', sentence)) });
  }
  const last = plan.Commands.length - 1;
  const results: Json[] = plan.Commands.map((command, index) => {
    if (scripted && 'fails' in scripted && index === last && count <= (scripted.times ?? count)) {
      return { IsException: true, Result: ['System.InvalidOperationException', scripted.fails, command.Name, {}] };
    }
    if (scripted && 'returns' in scripted && index === last) return { IsException: false, Result: scripted.returns };
    return { IsException: false, Result: command.Name === 'Get-DnsListeningIpAddress' ? ['10.0.0.11'] : [] };
  });
  return Promise.resolve({ answered: true, result: { IsException: false, Result: results } });
}

const id = (letter: string, number: number) => letter.repeat(31) + number.toString(16);

/** An Active Directory of `units` controllers, the first one primary; ids depend on `number`. */
export function activeDirectory(units: number, more: Record<string, Json> = {}, number = 1) {
  return {
    id: id('a', number),
    type: 'activeDirectory',
    name: 'acme.local',
    domain: 'acme.local',
    adminPassword: 'Adm1n!stern',
    unitNamingPattern: 'dc#',
    flavor: 'm1.medium',
    osImage: { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022 Standard' },
    units: Array.from({ length: units }, (_, index) => controller(index, number)),
    ...more,
  };
}

/** One controller of the Active Directory `number`. */
export function controller(index: number, number = 1) {
  return {
    id: id('b', number * 4 + index),
    name: `acme.local_instance_${index}`,
    isMaster: index === 0,
    recoveryPassword: 'Rec0very!word',
  };
}

/** A web server; ids depend on `number`. */
export function webServer(more: Record<string, Json> = {}, number = 1) {
  return {
    id: id('c', number),
    type: 'webServer',
    name: 'web',
    adminPassword: 'W3b!passwort',
    domain: '',
    unitNamingPattern: 'web#',
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022 Standard' },
    units: [{ id: id('d', number), name: 'web_instance_0' }],
    ...more,
  };
}

/** An environment of services. */
export function environment(...services: EnvironmentModel['services']): EnvironmentModel {
  return { id: id('e', 1), name: 'test', services };
}
