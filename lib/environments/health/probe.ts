import pLimit from 'p-limit';
import type { Db } from '@/lib/db/client';
import { claimHealthChecks, noteConditions, type ProbedEnvironment } from '@/lib/db/health';
import type { Log } from '@/lib/logging';
import type { NewEvent } from '@/lib/model/event';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { ContextOfUser } from '../background/context-of-user';
import { brokenUnits } from './broken-units';
import { type HealthFinding, inboxesOf, withFindings } from './findings';
import { healByItself } from './heal-by-itself';

export interface HealthParts {
  db: Db;
  /** how often an environment is probed, in milliseconds */
  probeIntervalMs: number;
  /** environments of one pass, 100 when left out: what is due beyond them is the next one's, of whichever process */
  maxEnvironmentsPerPass?: number;
  cloud: Pick<Cloud, 'inspection'>;
  /** what use cases are handed when they run in the name of a user; null when that user may start no runs any more */
  contextOf: ContextOfUser;
  log: Pick<Log, 'warn' | 'error'>;
}

const MAX_ENVIRONMENTS_PER_PASS = 100;
/** Questions to the cloud at a time. */
const AT_A_TIME = 4;

/**
 * Probes machines from outside, environment by environment, notes what is found otherwise than before, and repairs it
 * where that is switched on. Processes share the work. A cloud or a database that does not answer says nothing of
 * machines: then nothing is noted.
 *
 * @param now the instant that counts
 * @returns how many environments were probed, and whether more may be due
 */
export async function probeMachines(parts: HealthParts, now: Date): Promise<{ probed: number; isFull: boolean }> {
  const { maxEnvironmentsPerPass: most = MAX_ENVIRONMENTS_PER_PASS } = parts;
  if (!parts.cloud.inspection) return { probed: 0, isFull: false };
  const due = await claimHealthChecks(parts.db, now, new Date(now.getTime() - parts.probeIntervalMs), most);
  const limit = pLimit(AT_A_TIME);
  await Promise.all(
    due.map((environment) =>
      limit(() => probe(parts, environment, now)).catch((error) =>
        parts.log.warn({ err: error, environmentId: environment.id }, 'machines could not be probed'),
      ),
    ),
  );
  return { probed: due.length, isFull: due.length === most };
}

async function probe(parts: HealthParts, environment: ProbedEnvironment, now: Date): Promise<void> {
  const inboxes = inboxesOf(environment.model);
  if (inboxes.size === 0) return;
  const scope = scopeOf(environment.tenantId, environment.model);
  const seen = await parts.cloud.inspection?.machines(scope, [...inboxes.values()]);
  if (!seen) return;
  const readings = new Map([...inboxes].map(([unitId, queue]) => [unitId, seen.get(queue) ?? null]));
  const { model, findings } = withFindings(environment.model, readings, now.toISOString());
  if (findings.length > 0) {
    const found = { model, broken: brokenUnits(model).map(({ unitId }) => unitId), events: findings.map(asEvent) };
    if (!(await noteConditions(parts.db, environment, found))) return;
  }
  if (environment.heals) await healByItself(parts, { ...environment, model }, now);
}

function asEvent({ unitId, host, ok, message }: HealthFinding): NewEvent {
  return {
    kind: 'machine.checked',
    level: ok ? 'info' : 'error',
    entity: 'unit',
    entityId: unitId,
    text: ok ? `${host} works again` : message,
    data: { unitId, host, ok, message },
  };
}
