'use client';
import { createContext, useContext } from 'react';
import type { VetroEvent } from '@/lib/model/event';
import type { Topology } from '@/lib/model/topology/graph';

/** The graph of a deployment's environment at the moment its page shows: now, or where a replay stands. */
export interface RunPicture {
  topology: Topology;
  /** what had happened by then */
  events: readonly VetroEvent[];
}

const Context = createContext<RunPicture | null>(null);

/** Hands the picture to whatever draws it. */
export const RunPictureProvider = Context.Provider;

/** The picture of the deployment whose page this is; null while it is not known. */
export function useRunPicture(): RunPicture | null {
  return useContext(Context);
}
