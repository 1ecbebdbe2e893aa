import type { Db } from '@/lib/db/client';

/** What a deployment has left in the world and in the log, comparable between runs. */
export interface Trace {
  /** every plan that reached an inbox, with how often its commands were carried out */
  plans: { id: string; status: string; executions: number; results: number }[];
  stacks: { name: string; action: string; status: string }[];
  /** how often the stack and each of its resources changed, in words of the cloud */
  stackEvents: string[];
  resources: { name: string; status: string }[];
  machines: { hostname: string; power: string; deleted: boolean }[];
  /** keys of effects, reports and the deployment's own events: each once */
  events: string[];
  openReplies: number;
  run: { version: number | null; result: unknown };
  environment: { version: number; active: string | null; model: unknown };
}

/**
 * Addresses are handed out as machines come up, side by side, and the cloud makes ids as it likes: a trace names the
 * machine or the resource instead. When something was found out is another instant each time.
 */
export async function traceOf(db: Db, runId: string): Promise<Trace> {
  const machines = await db.cloudMachine.findMany({ select: { address: true, hostname: true } });
  const hosts = new Map(machines.map(({ address, hostname }) => [address, hostname]));
  const resources = await db.cloudResource.findMany({ select: { id: true, name: true } });
  const names = new Map(resources.map(({ id, name }) => [id, name]));
  const trace = JSON.stringify(await readTrace(db, runId));
  const named = trace.replaceAll(/\b[0-9a-f]{32}\b/g, (id) => (names.has(id) ? `<${names.get(id)}>` : id));
  const placed = named.replaceAll(/\b\d+(\.\d+){3}\b/g, (address) => `<${hosts.get(address) ?? address}>`);
  return JSON.parse(placed.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>'));
}

async function readTrace(db: Db, runId: string): Promise<Trace> {
  const { environmentId, version, result } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const [plans, stacks, stackEvents, resources, machines, events, openReplies, environment] = await Promise.all([
    db.cloudPlan.findMany({ orderBy: { id: 'asc' } }),
    db.cloudStack.findMany(),
    db.cloudStackEvent.findMany(),
    db.cloudResource.findMany({ orderBy: { name: 'asc' } }),
    db.cloudMachine.findMany({ orderBy: { hostname: 'asc' } }),
    db.event.findMany({ where: { runId } }),
    db.agentReply.count(),
    db.environment.findUniqueOrThrow({ where: { id: environmentId } }),
  ]);
  return {
    plans: plans.map(({ id, status, executions, results }) => ({
      id,
      status,
      executions,
      results: (results as unknown[]).length,
    })),
    stacks: stacks.map(({ name, action, status }) => ({ name, action, status })),
    stackEvents: stackEvents.map(({ resourceName, action, status }) => `${resourceName} ${action} ${status}`).sort(),
    resources: resources.map(({ name, action, status }) => ({ name, status: `${action}_${status}` })),
    machines: machines.map(({ hostname, power, deletedAt }) => ({ hostname, power, deleted: deletedAt !== null })),
    events: events
      .filter(({ kind }) => /^(effect|report|run|command)/.test(kind))
      .map(({ kind, text, data }) => `${kind} ${(data as { effectId?: string }).effectId ?? ''} ${text}`)
      .sort(),
    openReplies,
    run: { version, result },
    environment: { version: environment.version, active: environment.activeRunId, model: environment.model },
  };
}
