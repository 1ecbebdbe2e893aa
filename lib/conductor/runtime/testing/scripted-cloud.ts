import { errors } from '@/lib/errors';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type {
  AgentMessage,
  AgentReply,
  Cloud,
  MachineEvent,
  StackOperation,
  StackResult,
} from '@/lib/ports/cloud/cloud';

export interface Script {
  /** what becomes of a stack operation */
  stack?: (operation: StackOperation, signal: AbortSignal) => Promise<StackResult>;
  /** the agent's answer; null when it never answers */
  plan?: (message: AgentMessage) => PlanResult | null | Promise<PlanResult | null>;
  send?: (message: AgentMessage) => Promise<void>;
}

/** A cloud that does what a test says and remembers what it was asked. Its memory outlives conductors. */
export interface ScriptedCloud extends Cloud {
  script: Script;
  readonly stacksAsked: string[];
  readonly plansSent: AgentMessage[];
  /** the first plan that is meant, as soon as it was sent: it may have been already, a conductor starts what is queued */
  planSent(meant?: (message: AgentMessage) => boolean): Promise<AgentMessage>;
  answer(answer: AgentReply): Promise<void>;
  emit(event: MachineEvent): Promise<void>;
}

/** An answer in which every command of a plan succeeded. */
export function allDone(message: Pick<AgentMessage, 'plan'>): PlanResult {
  return { IsException: false, Result: message.plan.Commands.map(() => ({ IsException: false, Result: [] })) };
}

export function createScriptedCloud(script: Script = {}): ScriptedCloud {
  const answering = new Set<(answer: AgentReply) => Promise<void>>();
  const listening = new Set<(events: MachineEvent[]) => Promise<void>>();
  const expecting = new Set<(message: AgentMessage) => void>();
  const operations = new Map<string, Promise<StackResult>>();
  const cloud: ScriptedCloud = {
    script,
    name: 'embedded',
    stacksAsked: [],
    plansSent: [],
    stacks: {
      begin: async (operation, signal) => {
        if (operations.has(operation.id)) return null;
        cloud.stacksAsked.push(operation.id);
        const result = cloud.script.stack?.(operation, signal) ?? Promise.resolve({ ok: true as const, outputs: {} });
        operations.set(operation.id, result);
        // whoever observes it is told
        result.catch(() => undefined);
        return null;
      },
      observe: async ({ id }) => {
        try {
          return { events: [], cursor: null, end: (await operations.get(id)) ?? 'unknown' };
        } catch (error) {
          operations.delete(id);
          throw error;
        }
      },
      get: () => Promise.reject(errors.cloud('no_dry_run', 'This cloud has no dry run.')),
      list: async () => [],
      validate: async () => null,
      resourceTypes: async () => new Map(),
    },
    agents: {
      send: async (message) => {
        await cloud.script.send?.(message);
        if (cloud.plansSent.some((sent) => sent.planId === message.planId)) return;
        cloud.plansSent.push(message);
        for (const onMessage of expecting) onMessage(message);
        const result = cloud.script.plan ? await cloud.script.plan(message) : allDone(message);
        if (result !== null) void cloud.answer({ planId: message.planId, result });
      },
      subscribe: (handler) => {
        answering.add(handler);
        return () => answering.delete(handler);
      },
    },
    offer: () => Promise.reject(new Error('no offer in this test')),
    networks: () => Promise.reject(new Error('no networks in this test')),
    subscribe: (handler) => {
      listening.add(handler);
      return () => listening.delete(handler);
    },
    start: async () => undefined,
    stop: async () => undefined,
    planSent: (meant = () => true) =>
      new Promise((resolve) => {
        const onMessage = (message: AgentMessage) => {
          if (!meant(message)) return;
          expecting.delete(onMessage);
          resolve(message);
        };
        expecting.add(onMessage);
        cloud.plansSent.forEach(onMessage);
      }),
    answer: async (answer) => {
      for (const handler of answering) await handler(answer);
    },
    emit: async (event) => {
      for (const handler of listening) await handler([event]);
    },
  };
  return cloud;
}
