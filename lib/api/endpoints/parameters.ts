import { z } from 'zod';
import { IdSchema } from '@/lib/model/environment';
import { CANCEL_MODES } from '@/lib/model/runs/cancel-mode';

/** Path parameters and headers that several operations share. */
export const EnvironmentParams = z.object({ environmentId: IdSchema });
export const SessionParams = z.object({ environmentId: IdSchema, sessionId: IdSchema });
export const DeploymentParams = z.object({ environmentId: IdSchema, deploymentId: IdSchema });
export const TemplateParams = z.object({
  templateId: z.string().regex(/^[a-z0-9-]{1,64}$/, 'a template is named with small letters, digits and hyphens'),
});

const SESSION_HEADER = z
  .string()
  .max(64)
  .optional()
  .meta({ description: 'id of an open session of yours in this environment' });

/** How a run is asked to end. */
export const CancelQuery = z.object({
  mode: z.enum(CANCEL_MODES).default('cancel').meta({
    description:
      'cancel: nothing new begins, and what a workflow has under way comes to its end; force: nothing is waited for any more; kill: it is over at once, whatever its program does. Only a stronger one changes anything',
  }),
});

/** What every change of a draft needs: who sends none is told how to open one (403). */
export const DraftHeader = z.object({
  'x-configuration-session': SESSION_HEADER.meta({
    description: 'id of an open session of yours in this environment: without it 403 `session_required`',
    required: true,
  }),
});

/** Reads show the draft of this session instead of what is deployed. */
export const SessionHeader = z.object({ 'x-configuration-session': SESSION_HEADER });

const DIGITS = /^-?\d{1,15}$/;

/**
 * A whole number of a query, in digits: `1e3`, `0x10` and an empty text are numbers to JavaScript alone.
 *
 * @param least the smallest that is taken
 * @param most the largest
 */
export function queryInteger(least: number, most: number) {
  const whole = z.int({ error: 'This must be a whole number in digits, such as 20.' }).min(least).max(most);
  return z.preprocess((text) => (typeof text === 'string' && DIGITS.test(text) ? Number(text) : text), whole);
}

const MARKER = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a marker is the `next_marker` of the page before')
  .optional()
  .meta({ description: '`next_marker` of the page before: only what comes after it' });

/**
 * The parameters of a list that is told in pages, in Murano's words.
 *
 * @param usual entries of a page when nothing is said
 * @param most entries of a page at most
 */
export function pageParameters(usual: number, most = usual) {
  return {
    limit: queryInteger(1, most).default(usual).meta({ description: 'entries of a page' }),
    marker: MARKER,
  };
}

/** The largest number an event can have in its log: the database counts in 32 bits. */
const MAX_EVENTS = 2 ** 31 - 1;

/** The parameters of a list of events, by their numbers. */
export const eventParameters = {
  after: queryInteger(0, MAX_EVENTS).default(0).meta({ description: 'only events with a higher number' }),
  before: queryInteger(1, MAX_EVENTS)
    .optional()
    .meta({ description: 'only events with a lower number, and of those the newest; a stream takes no notice' }),
  limit: queryInteger(1, 2000).default(1000),
};

/** The marker of a list of numbered entries. */
export const EntryMarker = z
  .string()
  .regex(/^\d{1,18}$/, 'a marker is the `next_marker` of the page before')
  .optional()
  .meta({ description: '`next_marker` of the page before: only what comes after it' });

/** Words that must all be found, whatever the case. */
export const Search = z.string().max(200).optional();

/** The version that a new service is of, where the environment does not work with its package yet. */
export const PackageDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a digest has 64 digits from 0 to f')
  .optional()
  .meta({ description: 'digest of a version of a package, new to the environment: instead of the newest' });

/** A switch in the query. */
export const Flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((word) => word === 'true');

export const LanguageHeader = z
  .string()
  .max(1024)
  .optional()
  .meta({ description: 'the languages that are understood, the best first: `de, en;q=0.5`' });
