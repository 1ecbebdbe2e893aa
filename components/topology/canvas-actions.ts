'use client';
import { createContext, type KeyboardEvent, useContext } from 'react';

/** What the boxes of the canvas can ask for. */
export interface CanvasActions {
  selectedId: string | null;
  open(hostId: string): void;
  /** arrow keys: to the neighbour that way */
  move(event: KeyboardEvent, hostId: string): void;
}

export const CanvasActionsContext = createContext<CanvasActions>({ selectedId: null, open: () => {}, move: () => {} });

export function useCanvasActions(): CanvasActions {
  return useContext(CanvasActionsContext);
}
