import type { EffectProgress, MachinePhase, RunProgress } from './projection';

/** stack: the cloud changes machines and networks; boot, restart: a machine starts; step: a machine works. */
export type ActivityKind = 'stack' | 'boot' | 'restart' | 'step';

/** What somebody is at for an effect that is under way. */
export interface Activity {
  doing: ActivityKind;
  /** since when, ISO instant; null while untold */
  since: string | null;
}

/** Finds what is being done for an effect of a run: its machine may be starting. */
export function activities({ phases }: RunProgress): (effect: EffectProgress) => Activity {
  const newest = new Map<string, MachinePhase>();
  // the keys are numbers of events, so the order is that of time
  for (const phase of Object.values(phases)) newest.set(phase.unitId ?? phase.host, phase);
  return ({ unitId, host, startedAt }) => {
    if (unitId === null) return { doing: 'stack', since: startedAt };
    const phase = newest.get(unitId) ?? newest.get(host ?? '');
    if (phase?.phase === 'booting') return { doing: 'boot', since: phase.at };
    if (phase?.phase === 'rebooting') return { doing: 'restart', since: phase.at };
    return { doing: 'step', since: startedAt };
  };
}
