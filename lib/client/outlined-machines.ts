'use client';
import { useSyncExternalStore } from 'react';

const NOBODY: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let outlined = NOBODY;

/** The machines that something is about to be done with: wherever they are drawn, they are outlined. */
export const outlinedMachines = {
  /** @param unitIds none: nothing is outlined any more */
  set(unitIds: readonly string[]): void {
    outlined = unitIds.length === 0 ? NOBODY : new Set(unitIds);
    for (const listener of listeners) listener();
  },
};

/** Whether a machine is among them. */
export function useIsOutlined(unitId: string | null): boolean {
  return useSyncExternalStore(
    subscribe,
    () => unitId !== null && outlined.has(unitId),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
