import type { Db } from '@/lib/db/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import { text } from './responses';

/** What the steps of software of the last run of an environment were, by their titles. */
export async function softwareOfLastRun(db: Db, environmentId: string): Promise<Record<string, JsonObject>> {
  const run = await db.run.findFirstOrThrow({ where: { environmentId }, orderBy: { createdAt: 'desc' } });
  const events = await db.event.findMany({ where: { runId: run.id, kind: 'effect.finished' } });
  const steps = events.flatMap(({ data }) =>
    isObject(data) && isObject(data.software) ? [[text(data.title), data.software] as const] : [],
  );
  return Object.fromEntries(steps);
}
