import { z } from 'zod';

/** What is chosen of how the machines of an environment are looked after. */
export const HealthSettingsSchema = z.object({
  check_minutes: z
    .int()
    .min(5)
    .max(10_080)
    .nullable()
    .meta({ description: 'minutes between two checks by packages, each a run; null: none begins by itself' }),
  self_healing: z.object({
    enabled: z.boolean(),
    most_per_day: z.int().min(1).max(20).meta({ description: 'repairs of one machine in 24 hours' }),
    cool_down_minutes: z.int().min(1).max(1_440).meta({ description: 'between two repairs of one machine' }),
  }),
});
export type HealthSettings = z.infer<typeof HealthSettingsSchema>;

/** What holds where nobody has chosen otherwise: repairs of one machine in 24 hours, and minutes between two of them. */
export const HEALTH_DEFAULTS = { mostPerDay: 3, coolDownMinutes: 15 } as const;

/** What became of a repair that was to begin by itself; gave_up: no more are begun for now. */
export const REPAIR_OUTCOMES = ['started', 'refused', 'gave_up'] as const;

export const HealthViewSchema = HealthSettingsSchema.extend({
  probed_at: z.string().nullable().meta({ description: 'when its machines were probed last; null: never' }),
  is_probed: z.boolean().meta({ description: 'false where the cloud tells nothing of single machines' }),
  user_name: z.string().meta({ description: 'in whose name checks and repairs begin; empty: nobody chose any' }),
  problem: z
    .object({ code: z.string(), sentence: z.string() })
    .nullable()
    .meta({ description: 'why it was switched off by itself' }),
  repairs: z
    .array(
      z.object({
        unit_id: z.string(),
        at: z.string(),
        outcome: z.enum(REPAIR_OUTCOMES),
        run_id: z.string().nullable(),
        sentence: z.string().nullable(),
      }),
    )
    .meta({ description: 'of the last 24 hours, the newest first' }),
}).meta({ id: 'Health' });
export type HealthView = z.infer<typeof HealthViewSchema>;
