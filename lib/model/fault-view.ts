import { z } from 'zod';
import { IdSchema } from './environment';
import { FAULT_KINDS } from './faults';

/** Something that goes wrong on purpose on simulated machines, as the API tells it. */
export const FaultViewSchema = z
  .object({
    id: z.string(),
    environment_id: IdSchema.nullable().meta({ description: 'whose machines it hits; null: those of all' }),
    environment_name: z.string().nullable().meta({ description: 'null too where that environment is gone' }),
    kind: z.enum(FAULT_KINDS).meta({
      description: [
        'command: a command fails on its machine',
        'silence: the agent takes a plan and never answers',
        'boot: the machine never comes up',
        'off: it is switched off, or does not start',
        'disk: no command finds room on its disk',
        'clock: its clock is wrong by so many minutes',
        'port: it does not answer at a port; 53 is that of a name server',
        'slow: its commands take so many times as long',
        'stack: the cloud refuses a resource',
        'quota: the tenant has nothing left of its share',
      ].join('; '),
    }),
    target: z.string().meta({ description: 'which resource, command, host or host/command it hits; empty hits all' }),
    message: z.string().meta({ description: 'the words that cloud or machine will use' }),
    amount: z.number().nullable().meta({ description: 'minutes, times or the port, as its kind counts' }),
    remaining: z.int().nullable().meta({ description: 'how often it still strikes; null: until it is ended' }),
  })
  .meta({ id: 'Fault' });
export type FaultView = z.infer<typeof FaultViewSchema>;
