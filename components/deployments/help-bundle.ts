import type { NamedStep } from '@/components/status/step-words';
import type { Failure } from '@/lib/model/progress/failure';
import type { RunView } from '@/lib/model/runs/run-view';
import { asText, type LogLine } from './log/log-lines';
import type { RunUnit } from './run';

/** The technical facts of a failure, a line each, for administrators. */
export function failureFacts(failure: Failure): string {
  const facts: [string, string | null][] = [
    ['code', failure.code],
    ['at', failure.at],
    ['where', failure.where],
    ['words', failure.ownWords],
  ];
  const known = new Set(['command', 'resource', 'message', 'reason']);
  const more = Object.entries(failure.details)
    .filter(([key, value]) => !known.has(key) && value !== null)
    .map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
  return [...facts, ...more].flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`])).join('\n');
}

/**
 * Everything about a failed deployment that somebody who is asked for help needs, as one text in English with times in
 * UTC. It holds what the server shows, where secrets are masked already.
 */
export function helpBundle({
  view,
  failures,
  units,
  lines,
  nameOf,
  address,
}: {
  view: RunView;
  failures: readonly Failure[];
  units: readonly RunUnit[];
  lines: readonly LogLine[];
  /** the name of a step */
  nameOf: (step: NamedStep) => string;
  /** of the page */
  address: string;
}): string {
  const whats = failures.map((failure) => {
    const what = failure.what.kind === 'deployment' ? 'deployment' : nameOf(failure.what.step);
    const on = failure.host === null ? '' : ` on ${failure.host}`;
    return [`${what}${on}: ${failure.sentence ?? 'no reason given'}`, failureFacts(failure)].join('\n');
  });
  return [
    '# Vetro: a deployment that failed',
    `page: ${address}`,
    `environment: ${view.environment_id}`,
    `deployment: ${view.id} (${view.kind}, ${view.state})`,
    `created: ${view.created}  started: ${view.started ?? '-'}  finished: ${view.finished ?? '-'}`,
    '',
    '## What failed',
    ...whats,
    '',
    '## Machines',
    ...units.map((unit) => `${unit.title} (${unit.serviceName}): ${unit.removal ?? unit.state}`),
    '',
    '## Document (secrets masked)',
    JSON.stringify(view.description, null, 2),
    '',
    '## Log',
    asText(lines),
  ].join('\n');
}
