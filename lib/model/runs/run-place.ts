import { z } from 'zod';
import { RUN_KINDS } from './kinds';

/** Where a run stands that has not begun yet. */
export const RunPlaceSchema = z
  .object({
    after: z
      .object({ id: z.string(), kind: z.enum(RUN_KINDS) })
      .nullable()
      .meta({ description: 'the run of its environment that has to be over first' }),
    ahead: z.int().meta({ description: 'how many runs of its tenant begin before it' }),
    expected_seconds: z
      .int()
      .nullable()
      .meta({ description: 'how long it will wait at the pace of the last minutes; null where that says nothing' }),
  })
  .meta({ id: 'RunPlace' });
export type RunPlace = z.infer<typeof RunPlaceSchema>;

/** The pace at which runs of a tenant ended is looked at for so long, in seconds. */
export const PACE_SECONDS = 300;
/** Fewer ends than this are no pace. */
const MIN_ENDS = 5;

/**
 * How long a run will wait, at the pace at which runs of its tenant ended of late: each that ends makes room for one.
 *
 * @param ahead how many begin before it
 * @param ended how many ended within {@link PACE_SECONDS}
 * @returns seconds; null where too few ended
 */
export function expectedWait(ahead: number, ended: number): number | null {
  return ended < MIN_ENDS ? null : Math.round(((ahead + 1) * PACE_SECONDS) / ended);
}
