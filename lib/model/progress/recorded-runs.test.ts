import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '../event';
import { foldEvents } from './fold';
import { EMPTY_PROGRESS, emptyRun, type RunProgress } from './projection';
import { progressAt } from './replay';
import { scheduleOf } from './schedule';
import { countSteps } from './steps';

/**
 * Real runs on simulated machines, each the second of its kind, so that its plan goes by what the first one took. Of each
 * event: number, milliseconds since the first, kind and data.
 */
const FOLDER = path.resolve('lib/model/progress/testing/recorded');
const RUNS = fs.readdirSync(FOLDER).map((file) => path.parse(file).name);
const INSTANTS = 200;

type Recorded = [seq: number, atMs: number, kind: VetroEvent['kind'], data: VetroEvent['data']];

function recorded(name: string): { events: VetroEvent[]; whole: RunProgress; from: number; to: number } {
  const rows = JSON.parse(fs.readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Recorded[];
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  const about = {
    environmentId: 'e',
    runId: 'r',
    level: 'info',
    entity: 'environment',
    entityId: 'e',
    text: '',
  } as const;
  const events = rows.map(([seq, ms, kind, data]) => ({
    ...about,
    seq,
    at: new Date(start + ms).toISOString(),
    kind,
    data,
  }));
  const whole = foldEvents(EMPTY_PROGRESS, events).deployments.r ?? emptyRun('r');
  return { events, whole, from: Date.parse(whole.startedAt ?? ''), to: Date.parse(whole.finishedAt ?? '') };
}

/** A run as it was seen at instants of equal distance, from its start until just before its end. */
function moments({
  events,
  from,
  to,
}: ReturnType<typeof recorded>): { run: RunProgress; now: number; elapsed: number }[] {
  return Array.from({ length: INSTANTS }, (_, at) => {
    const now = from + ((to - from) * at) / INSTANTS;
    return { run: progressAt(events, 'r', now).deployments.r ?? emptyRun('r'), now, elapsed: at / INSTANTS };
  });
}

describe.each(RUNS)('in the second run of its kind, "%s"', (name) => {
  const run = recorded(name);

  it('the share that is over is within 15 % of the time that is over, and never goes back', () => {
    let before = 0;
    for (const { run: seen, now, elapsed } of moments(run)) {
      const share = countSteps(seen, now).fraction ?? 0;
      expect(Math.abs(share - elapsed), `${share} when ${elapsed} of the time was over`).toBeLessThan(0.15);
      expect(share).toBeGreaterThanOrEqual(before);
      before = share;
    }
  });

  it('the number of steps is the same from the plan to the end', () => {
    const totals = moments(run).map(({ run: seen, now }) => countSteps(seen, now));
    const known = totals.filter(({ total }) => total !== null);
    expect(new Set(known.map(({ total }) => total))).toEqual(new Set([run.whole.plan?.steps.length]));
    expect(known.flatMap(({ more, fewer }) => [...more, ...fewer])).toEqual([]);
  });

  it('its end is known from half of it on, within 15 %', () => {
    for (const { run: seen, now, elapsed } of moments(run)) {
      if (elapsed < 0.5) continue;
      const end = scheduleOf(seen, now)?.endMs ?? 0;
      expect(Math.abs(end - run.to) / (run.to - run.from)).toBeLessThan(0.15);
    }
  });
});
