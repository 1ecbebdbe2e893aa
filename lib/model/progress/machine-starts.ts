import type { RunProgress } from './projection';

/** When a machine was starting for the first time; milliseconds since the epoch. */
export interface MachineStart {
  from: number;
  /** null while it does */
  to: number | null;
}

interface Machine {
  unitId: string | null;
  host: string | null;
}

/** Finds when a machine that a run made was starting; null for others, and where the cloud tells nothing of it. */
export function machineStarts({ phases }: RunProgress): (machine: Machine) => MachineStart | null {
  const starts = new Map<string, MachineStart>();
  // the keys are numbers of events, so the order is that of time
  for (const { unitId, host, phase, at } of Object.values(phases)) {
    for (const key of unitId === null ? [host] : [host, unitId]) {
      const known = starts.get(key);
      if (phase === 'booting') starts.set(key, { from: Date.parse(at), to: null });
      else if (known?.to === null) starts.set(key, { from: known.from, to: Date.parse(at) });
    }
  }
  return ({ unitId, host }) => starts.get(unitId ?? '') ?? starts.get(host ?? '') ?? null;
}
