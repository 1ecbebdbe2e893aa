'use client';
import { useSyncExternalStore } from 'react';

/** Something is about to be done with it (`outlined`); or what would become of it: it is off, hurt, or goes on. */
export type MachineMark = 'outlined' | 'off' | 'hurt' | 'works';

const NONE: ReadonlyMap<string, MachineMark> = new Map();
const listeners = new Set<() => void>();
let marks = NONE;

/** Machines that are marked wherever they are drawn. */
export const markedMachines = {
  /** @param next by the ids of units; empty: nothing is marked any more */
  set(next: ReadonlyMap<string, MachineMark>): void {
    marks = next;
    for (const listener of listeners) listener();
  },
  clear(): void {
    markedMachines.set(NONE);
  },
};

/** How a machine is marked; null when it is not. */
export function useMachineMark(unitId: string | null): MachineMark | null {
  return useSyncExternalStore(
    subscribe,
    () => (unitId === null ? null : (marks.get(unitId) ?? null)),
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
