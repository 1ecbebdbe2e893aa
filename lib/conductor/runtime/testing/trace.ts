import { comparable, type Trace, tracedEvents } from '@/lib/conductor/testing/trace';
import type { Db } from '@/lib/db/client';

/** The trace of a run on the embedded cloud, with all that its environment has there. */
export async function traceOf(db: Db, runId: string): Promise<Trace> {
  // An address goes to another environment once the machine that had it is deleted: only its own machines name it.
  const { environmentId } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const machines = await db.cloudMachine.findMany({
    where: { stackName: { startsWith: `e${environmentId}` } },
    orderBy: { createdAt: 'asc' },
    select: { address: true, hostname: true },
  });
  const resources = await db.cloudResource.findMany({ select: { id: true, name: true } });
  return comparable(await readTrace(db, runId), {
    hosts: new Map(machines.map(({ address, hostname }) => [address, hostname])),
    resources: new Map(resources.map(({ id, name }) => [id, name])),
  });
}

async function readTrace(db: Db, runId: string): Promise<Trace> {
  const { environmentId, version, result } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const own = { startsWith: `e${environmentId}` };
  const stacks = await db.cloudStack.findMany({ where: { name: own } });
  const ofStacks = { stackId: { in: stacks.map(({ id }) => id) } };
  const [plans, stackEvents, resources, machines, events, openReplies, environment] = await Promise.all([
    db.cloudPlan.findMany({ where: { queue: own }, orderBy: { id: 'asc' } }),
    db.cloudStackEvent.findMany({ where: ofStacks }),
    db.cloudResource.findMany({ where: ofStacks, orderBy: { name: 'asc' } }),
    db.cloudMachine.findMany({ where: { stackName: own }, orderBy: { hostname: 'asc' } }),
    db.event.findMany({ where: { runId } }),
    db.agentReply.count({ where: { runId } }),
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
    events: tracedEvents(events),
    openReplies,
    run: { version, result },
    environment: { version: environment.version, active: environment.activeRunId, model: environment.model },
  };
}
