import type { Entity, VetroEvent } from '@/lib/model/event';
import { textAt } from '@/lib/model/installed';
import { LEVELS, type Level } from '@/lib/model/levels';
import { withNames } from '@/lib/model/named-ids';

/** One line of the log. */
export interface LogLine {
  seq: number;
  at: string;
  level: Level;
  entity: Entity;
  entityId: string;
  /** the machine, service or environment it is about */
  about: string;
  text: string;
  /** more for those who want it: the machine's or the cloud's own words */
  details: string | null;
  effectId: string | null;
}

export interface LogFilter {
  /** this level and graver ones */
  level: Level;
  /** only about this unit; null for all */
  unitId: string | null;
}

/**
 * The lines of a deployment's log.
 *
 * @param names the name of each unit and service, by id
 * @param say what an event says, for its reader
 */
export function logLines(
  events: readonly VetroEvent[],
  runId: string,
  names: ReadonlyMap<string, string>,
  say: (event: VetroEvent) => string,
): LogLine[] {
  return events.flatMap((event): LogLine[] => {
    if (event.runId !== runId || event.text === '') return [];
    return [
      {
        seq: event.seq,
        at: event.at,
        level: event.level,
        entity: event.entity,
        entityId: event.entityId,
        about: names.get(event.entityId) ?? textAt(event.data, 'host') ?? '',
        text: withNames(say(event), names),
        details:
          textAt(event.data, 'details') ??
          textAt(event.data, 'problem.details.message') ??
          textAt(event.data, 'reason'),
        effectId: textAt(event.data, 'effectId'),
      },
    ];
  });
}

/** The lines that pass: grave enough, and about the chosen unit. */
export function filterLines(lines: readonly LogLine[], { level, unitId }: LogFilter): LogLine[] {
  const least = LEVELS.indexOf(level);
  return lines.filter((line) => LEVELS.indexOf(line.level) >= least && (unitId === null || line.entityId === unitId));
}

/** The lines as text to paste elsewhere; times in UTC. */
export function asText(lines: readonly LogLine[]): string {
  return lines
    .map((line) => {
      const about = line.about === '' ? '' : ` [${line.about}]`;
      const details = line.details && !line.text.includes(line.details) ? `\n    ${line.details}` : '';
      return `${line.at} ${line.level.toUpperCase()}${about} ${line.text}${details}`;
    })
    .join('\n');
}
