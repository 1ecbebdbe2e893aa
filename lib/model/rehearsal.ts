import { z } from 'zod';
import { IdSchema } from './environment';
import { FAULT_KINDS } from './faults';

/** How many times as fast as usual the machines of a rehearsal are. */
export const REHEARSAL_SPEED = 20;

/** What goes wrong on purpose in a rehearsal, as whoever plays it asks for it. */
export const RehearsedFaultSchema = z
  .strictObject({
    kind: z.enum(FAULT_KINDS),
    target: z
      .string()
      .max(200)
      .default('')
      .meta({ description: 'which resource, command, host or host/command it hits' }),
    message: z.string().max(1000).default('').meta({ description: 'the words that cloud or machine will use' }),
    amount: z.number().optional().meta({ description: 'minutes, times or the port, as its kind counts' }),
    times: z.int().min(1).max(1000).optional().meta({ description: 'how often it strikes; left out: every time' }),
  })
  .meta({ id: 'RehearsedFault' });
export type RehearsedFault = z.infer<typeof RehearsedFaultSchema>;

/** What an environment is a rehearsal of. */
export const RehearsalViewSchema = z
  .object({
    of_environment_id: IdSchema,
    of_session_id: IdSchema.meta({ description: 'the draft that is played' }),
    deployment_id: IdSchema.meta({ description: 'the run that plays it' }),
    speed: z.number().meta({ description: 'how many times as fast as usual its machines are' }),
    fault: RehearsedFaultSchema.nullable().meta({ description: 'what goes wrong on purpose' }),
    ends: z.string().meta({ description: 'when it is removed, unless it is ended before' }),
  })
  .meta({ id: 'Rehearsal' });
export type RehearsalView = z.infer<typeof RehearsalViewSchema>;
