import { z } from 'zod';
import { JsonSchema } from './json-schema';
import { LEVELS, type Level } from './levels';

/**
 * The event log's vocabulary. Events are past tense, numbered per environment, and the source of
 * every live view: one reducer (`progress/fold.ts`) serves the first paint and the stream.
 *
 * kind                  data
 * report                {details?, cancelRequested?}         a sentence of a package or the conductor
 * run.queued     {kind, userName, sessionId?}     kind of run, see runs/kinds; the draft that it deploys
 * run.started    {}
 * run.planned    {complete, kinds, steps, machines} or {problem}  its dry run, see progress/run-plan.ts
 * run.finished   {outcome: 'success'|'failed'|'cancelled', problem?}
 * effect.started        {effectId, effect: 'stack.update'|'stack.delete'|'plan', title, unitId?, serviceId?, host?, template?, stackChange?, speed?,
 *                        reached?,  what of the services has become otherwise before it, see reached-services.ts
 *                        commands?} of a plan: [{name, arguments}], secrets masked
 * effect.finished       {effectId, outcome: 'ok'|'failed'|'cancelled', durationMs, problem?,
 *                        answer?: 'told'|'secret'|'long', outputs?}     what its machine answered, see plan-facts.ts
 * effect.handled        {effectId, reason}                              it failed, and a program has dealt with that
 * command.finished      {effectId, host, command, index, count, ok, executed?: false}  one command of a plan, told by the agent;
 *                                                                       executed: false, it was passed over here
 * output.printed        {effectId, host, stream: 'stdout'|'stderr'}   a line that a program of a plan has printed on a real machine
 * resource.changed      {resource, type, action, status, reason}        the cloud's own stack events
 * machine.changed       {host, unitId?, phase: 'booting'|'ready'|'rebooting'|'stopped'|'failed'}
 * machine.checked       {host, unitId, ok, message}                     a look at it from outside found it otherwise than before
 * session.opened        {sessionId, userId, userName}
 * session.changed       {sessionId, userId, changes, packages?}         a draft was edited, and holds so many changes now;
 *                                                                       packages: it works with other versions of packages
 * session.invalidated   {sessionId, userId, bySessionId, byUserName}
 * session.closed        {sessionId, userId, reason: 'discarded'|'deployed'}
 * exception.requested   {policyId, requestId}                           somebody whom a policy stops asks for leave of it
 * exception.decided     {policyId, requestId?, granted}                 there is an exception, it has ended, or it was refused
 * environment.created   {name}
 * environment.renamed   {name}
 * environment.deleted   {}                                              it is gone; its history stays
 */
export const EVENT_KINDS = [
  'report',
  'run.queued',
  'run.started',
  'run.planned',
  'run.finished',
  'effect.started',
  'effect.finished',
  'effect.handled',
  'command.finished',
  'output.printed',
  'resource.changed',
  'machine.changed',
  'machine.checked',
  'session.opened',
  'session.changed',
  'session.invalidated',
  'session.closed',
  'exception.requested',
  'exception.decided',
  'environment.created',
  'environment.renamed',
  'environment.deleted',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Reports of one run that are answered at once: a program may report without end. Its events come in pages. */
export const MAX_REPORTS = 2_000;

export const ENTITIES = ['environment', 'service', 'unit'] as const;
export type Entity = (typeof ENTITIES)[number];

export const EventSchema = z.object({
  environmentId: z.string(),
  /** numbered from 1 without gaps in each environment */
  seq: z.int(),
  runId: z.string().nullable(),
  at: z.string(),
  kind: z.enum(EVENT_KINDS),
  level: z.enum(LEVELS),
  entity: z.enum(ENTITIES),
  entityId: z.string(),
  text: z.string(),
  data: z.record(z.string(), JsonSchema),
});
export type VetroEvent = z.infer<typeof EventSchema>;

/** An event before it has a number and a time. `key`: appended once however often the work is replayed. */
export type NewEvent = Pick<VetroEvent, 'kind' | 'entity' | 'entityId' | 'text'> & {
  level?: Level;
  data?: VetroEvent['data'];
  key?: string;
};
