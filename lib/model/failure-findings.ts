import { z } from 'zod';
import { FAILURE_CHECKS, FAILURE_REPAIRS } from './guide-schema';

export const FINDING_STATES = ['wrong', 'fine', 'unknown'] as const;

/** What a check found out after a failure. */
export const FindingSchema = z
  .object({
    check: z.enum(FAILURE_CHECKS),
    state: z.enum(FINDING_STATES).meta({
      description: 'wrong: this may be why; fine: it is not; unknown: it cannot be looked at on this cloud',
    }),
    machines: z.array(z.string()).meta({ description: 'host names of the machines that it is about' }),
    seconds: z.number().optional().meta({ description: 'of a clock: by how much it is ahead' }),
    at: z.string().nullable().optional().meta({ description: 'of an agent: when it answered last; null: never' }),
    used: z.int().optional().meta({ description: 'of a quota: machines that there are' }),
    limit: z.int().optional().meta({ description: 'of a quota: machines that there may be' }),
    sentence: z.string().meta({ description: 'the same in plain words' }),
  })
  .meta({ id: 'FailureFinding' });
export type Finding = z.infer<typeof FindingSchema>;

/** Why a repair is not offered. */
export const REPAIR_REFUSALS = [
  'running',
  'overtaken',
  'resolved',
  'noMachine',
  'otherRun',
  'notMade',
  'package',
  'least',
  'leads',
  'gone',
] as const;

export const RepairSchema = z
  .object({
    repair: z.enum(FAILURE_REPAIRS),
    refused: z
      .enum(REPAIR_REFUSALS)
      .nullable()
      .meta({
        description: [
          'why it is not offered; null: it is',
          'running: the run is not over',
          'overtaken: another one has begun since',
          'resolved: it was made good since, or its package has dealt with it',
          'noMachine: no single machine has failed',
          'otherRun: only steps of a deployment are done again on one machine alone',
          'notMade: the cloud has never made this machine',
          'package: its package decides about machines',
          'least: the service needs as many machines as it has',
          'leads: the others of its service follow this machine',
          'gone: it is not asked for any more',
        ].join('; '),
      }),
  })
  .meta({ id: 'FailureRepair' });
export type Repair = z.infer<typeof RepairSchema>;

/** What was found out about a failure, and what can be done about it. */
export const FailureReviewSchema = z
  .object({
    findings: z.array(FindingSchema),
    found_at: z.string().meta({ description: 'when that was looked at' }),
    repairs: z.array(RepairSchema),
  })
  .meta({ id: 'FailureReview' });
export type FailureReview = z.infer<typeof FailureReviewSchema>;
