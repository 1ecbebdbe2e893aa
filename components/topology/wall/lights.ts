'use client';
import { createContext, useContext } from 'react';

/** The newest request that was made along each line, by the id of the line: what tells it from the one before. */
export type Lights = ReadonlyMap<string, string>;

const NONE: Lights = new Map();

export const LightsContext = createContext<Lights>(NONE);

/** The request that passes along a line; null where none was made, or nothing is measured. */
export function useLight(lineId: string): string | null {
  return useContext(LightsContext).get(lineId) ?? null;
}
