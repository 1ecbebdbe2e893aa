import type { MemoryWorld } from './memory-world';
import { comparable, type Trace, tracedEvents } from './trace';

/** The trace of a run in memory. */
export function traceInMemory({ tables, cloudState }: MemoryWorld, runId: string): Trace {
  const run = tables.runs.get(runId);
  const environment = run && tables.environments.get(run.environmentId);
  if (!run || !environment) throw new Error(`There is no run ${runId}.`);
  const { plans, stacks, stackEvents, resources, machines } = cloudState;
  const by = <Row>(rows: readonly Row[], key: (row: Row) => string) =>
    rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const trace: Trace = {
    plans: by(plans, ({ id }) => id).map(({ id, status, executions, results }) => ({
      ...{ id, status, executions },
      results: results.length,
    })),
    stacks: stacks.map(({ name, action, status }) => ({ name, action, status })),
    stackEvents: stackEvents.map(({ resourceName, action, status }) => `${resourceName} ${action} ${status}`).sort(),
    resources: by(resources, ({ name }) => name).map(({ name, action, status }) => ({
      name,
      status: `${action}_${status}`,
    })),
    machines: by(machines, ({ hostname }) => hostname).map(({ hostname, power, isDeleted }) => ({
      ...{ hostname, power },
      deleted: isDeleted,
    })),
    events: tracedEvents(tables.events.filter((event) => event.runId === runId)),
    openReplies: tables.replies.size,
    run: { version: run.version, result: run.result },
    environment: { version: environment.version, active: environment.activeRunId, model: environment.model },
  };
  return comparable(trace, {
    hosts: new Map(machines.map(({ address, hostname }) => [address, hostname])),
    resources: new Map(resources.map(({ id, name }) => [id, name])),
  });
}
