// The plans that a product really sends, one after another, and losses of machines, with what the simulated machines knew
// before and after each.
import { randomUUID } from 'node:crypto';
import type { Product } from '@/lib/api/testing/product';
import { readWindowsFacts, type WindowsFacts } from '@/lib/api/testing/windows-facts';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { AgentMessage } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';

const HOUR_MS = 3_600_000;

/** The machines that there are, by host name. */
export type Machines = Record<string, { address: string; up: boolean; facts: WindowsFacts }>;

/** A plan that a machine carried out. */
export interface RecordedPlan {
  host: string;
  /** as it arrives at the machine, secrets opened */
  plan: ExecutionPlan;
  /** how it was sent */
  message: AgentMessage;
  result: PlanResult;
  before: Machines;
  after: Machines;
}

/** Something that happened to the machines. */
export type RecordedStep = RecordedPlan | { host: string; up: boolean; after: Machines };

export interface Recorder {
  /** switches a machine off; it is up again when what is returned is called */
  lose(host: string): Promise<() => Promise<void>>;
  /** has a machine carry out a plan of those that were kept, changed: it is not kept itself */
  send(like: RecordedPlan, host: string, plan: ExecutionPlan): Promise<PlanResult>;
  /** what was kept since this was called last */
  take(): Promise<RecordedStep[]>;
}

/** Lets machines carry out one plan at a time from now on, whoever sends them, and keeps each. */
export function recordSteps(product: Product): Recorder {
  const { db, container, member } = product;
  const { tenantId } = member;
  const { agents } = container.cloud;
  const { send } = agents;
  const kept: RecordedStep[] = [];
  const waiting = new Map<string, (result: PlanResult) => void>();
  const known = new Set<string>();
  /** an inbox takes nothing older than what it had last */
  let generation = 0;
  let last: Promise<void> = Promise.resolve();

  async function machines(): Promise<Machines> {
    const rows = await db.cloudMachine.findMany({
      where: { tenantId, deletedAt: null },
      orderBy: { createdAt: 'asc' },
    });
    return Object.fromEntries(
      rows.map(({ hostname, address, power, facts }) => [
        hostname,
        { address, up: power === 'ready', facts: readWindowsFacts(facts) },
      ]),
    );
  }
  async function carryOut(message: AgentMessage): Promise<void> {
    const { queue } = message;
    generation = Math.max(generation, message.generation);
    const { hostname: host } = await db.cloudMachine.findFirstOrThrow({ where: { tenantId, queue, deletedAt: null } });
    const before = await machines();
    const result = await answerTo(message);
    kept.push({ host, message, plan: container.box.openDeep(message.plan), result, before, after: await machines() });
  }
  async function answerTo(message: AgentMessage): Promise<PlanResult> {
    const answered = new Promise<PlanResult>((resolve) => waiting.set(message.planId, resolve));
    await send(message);
    return answered;
  }

  agents.subscribe(async ({ planId, result }) => waiting.get(planId)?.(result));
  agents.send = async (message) => {
    if (known.has(message.planId)) return;
    known.add(message.planId);
    last = last.then(() => carryOut(message));
  };
  return {
    lose: async (host) => {
      await last;
      const fault = await product.faults.add({ kind: 'off', tenantId, target: host });
      kept.push({ host, up: false, after: await machines() });
      return async () => {
        await product.faults.remove(fault);
        await eventually(`${host} being up again`, async () => (await machines())[host]?.up);
        kept.push({ host, up: true, after: await machines() });
      };
    },
    send: async ({ message }, host, plan) => {
      const { queue } = await db.cloudMachine.findFirstOrThrow({
        where: { tenantId, hostname: host, deletedAt: null },
      });
      const expiresAt = new Date(Date.now() + HOUR_MS);
      return answerTo({ ...message, planId: randomUUID(), queue, plan, generation, expiresAt });
    },
    take: async () => {
      await last;
      return kept.splice(0);
    },
  };
}
