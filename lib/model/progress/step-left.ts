import type { StepTime } from '../step-estimate';
import type { EffectProgress } from './projection';

/** How long an effect has been under way, in milliseconds at the usual speed of machines; 0 before it begins. */
export function workedMs(effect: EffectProgress | null, now: number): number {
  if (effect === null || effect.startedAt === null) return 0;
  return Math.max(0, now - Date.parse(effect.startedAt)) * effect.speed;
}

/** What is left of a step that has been under way for a while: one that is later than usual needs longer still. */
export function leftOf(
  { lowMs, typicalMs, highMs }: Omit<StepTime, 'runs'>,
  elapsedMs: number,
): Omit<StepTime, 'runs'> {
  const most = Math.max(0, highMs - elapsedMs);
  const likely = elapsedMs < typicalMs ? typicalMs - elapsedMs : most / 2;
  return { lowMs: Math.max(0, Math.min(lowMs - elapsedMs, likely)), typicalMs: likely, highMs: Math.max(most, likely) };
}
