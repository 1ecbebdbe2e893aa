import type { Db } from '@/lib/db/client';
import { appendEvents, lockEnvironment } from '@/lib/db/events';
import { type OpenPlan, openPlans, TROUBLE_MARK } from '@/lib/db/open-plans';
import { transaction } from '@/lib/db/transaction';
import { grouped } from '@/lib/model/grouped';
import { agentQueue, type Cloud } from '@/lib/ports/cloud/cloud';
import type { MachineReading } from '@/lib/ports/cloud/inspection';
import { scopeOf } from '@/lib/ports/cloud/scope';

interface WatchParts {
  db: Db;
  cloud: Pick<Cloud, 'inspection'>;
}

/** Ends the key of an event that takes back what another one told. */
const OVER = ':over';

/**
 * Looks at machines that are in the middle of a step, and tells in the log of the run which of them cannot go on with it:
 * its agent is silent, or it is switched off. What is told is told once, and taken back once that is over, by whichever
 * process sees it first: the log alone remembers what was told.
 */
export async function watchSilence({ db, cloud: { inspection } }: WatchParts): Promise<void> {
  if (!inspection) return;
  const inRegions = grouped(await openPlans(db), ({ tenantId, region }) => JSON.stringify([tenantId, region]));
  for (const own of inRegions.values()) {
    const [{ tenantId, region }] = own as [OpenPlan];
    const queueOf = ({ environmentId, serviceId, unitId }: OpenPlan) => agentQueue(environmentId, serviceId, unitId);
    const readings = await inspection.machines(scopeOf(tenantId, { region: region ?? undefined }), [
      ...new Set(own.map(queueOf)),
    ]);
    for (const plan of own) await look(db, plan, readings.get(queueOf(plan)));
  }
}

async function look(db: Db, plan: OpenPlan, reading: MachineReading | undefined): Promise<void> {
  if (reading === undefined || reading.power === 'booting' || reading.power === 'rebooting') return;
  const { host, effectId, lastTrouble } = plan;
  const before = lastTrouble?.endsWith(OVER) ? null : lastTrouble;
  const trouble = troubleOf(reading);
  const key = trouble && `${effectId}${TROUBLE_MARK}${trouble.key}`;
  if (key === before) return;
  if (trouble !== null && key !== null) await append(db, plan, 'warning', key, sentenceOf(trouble, host));
  else await append(db, plan, 'info', `${before}${OVER}`, `${host} is back and goes on with its step.`);
}

async function append(db: Db, plan: OpenPlan, level: 'info' | 'warning', key: string, text: string): Promise<void> {
  const { environmentId, runId, unitId, effectId } = plan;
  await transaction(db, async (tx) => {
    await lockEnvironment(tx, environmentId);
    const about = { entity: 'unit', entityId: unitId } as const;
    await appendEvents(tx, environmentId, runId, [
      { kind: 'report', level, ...about, text, data: { effectId }, key } as const,
    ]);
  });
}

interface Trouble {
  what: 'off' | 'silent';
  /** the same for as long as the trouble lasts */
  key: string;
}

function troubleOf({ power, agentSilentSince, agentAnsweredAt }: MachineReading): Trouble | null {
  if (power === 'stopped' || power === 'failed') {
    return { what: 'off', key: `off:${agentAnsweredAt?.toISOString() ?? ''}` };
  }
  return agentSilentSince === null ? null : { what: 'silent', key: `silent:${agentSilentSince.toISOString()}` };
}

/** What is wrong, and what to do about it. */
function sentenceOf({ what }: Trouble, host: string): string {
  return what === 'off'
    ? `${host} is switched off, and a step waits for it. Switch it on, and the step goes on; else it fails when its time is over.`
    : `The agent on ${host} is silent in the middle of a step. Look whether ${host} runs and reaches the network, and start the agent there if it has ended: it then goes on with the step, which otherwise fails when its time is over.`;
}
