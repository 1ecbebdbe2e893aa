import type { Db } from '@/lib/db/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import { object, text } from './responses';

/** The steps of software that the last run of an environment had, plans among them, by their titles, with the kinds of their events. */
export async function softwareStepsOfLastRun(db: Db, environmentId: string): Promise<Record<string, JsonObject>> {
  const run = await db.run.findFirstOrThrow({ where: { environmentId }, orderBy: { createdAt: 'desc' } });
  const events = await db.event.findMany({
    where: { runId: run.id, kind: { in: ['effect.started', 'effect.finished'] } },
    orderBy: { seq: 'asc' },
  });
  const steps: Record<string, JsonObject> = {};
  for (const { kind, entity, data } of events) {
    if (!isObject(data) || (data.effect !== 'software' && !isObject(data.software))) continue;
    const title = text(data.title);
    steps[title] = { ...steps[title], ...data, [kind]: true, entity };
  }
  return steps;
}

/** What the steps of software of the last run of an environment came to, by their titles. */
export async function softwareOfLastRun(db: Db, environmentId: string): Promise<Record<string, JsonObject>> {
  const steps = Object.entries(await softwareStepsOfLastRun(db, environmentId));
  return Object.fromEntries(steps.flatMap(([title, { software }]) => (software ? [[title, object(software)]] : [])));
}
