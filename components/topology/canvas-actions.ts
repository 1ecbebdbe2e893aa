'use client';
import { createContext, type KeyboardEvent, useContext } from 'react';
import type { ZoomLevel } from './zoom-level';

/** What the boxes of the canvas know of it and can ask for. */
export interface CanvasActions {
  selectedId: string | null;
  /** the match that a search stands at */
  currentId: string | null;
  /** what was typed into the search, in words */
  words: readonly string[];
  level: ZoomLevel;
  open(id: string): void;
  setCollapsed(groupId: string, collapsed: boolean): void;
  /** brings a service that is seen from afar near */
  approach(groupId: string): void;
  /** arrow keys: to the neighbour that way */
  move(event: KeyboardEvent, id: string): void;
}

export const CanvasActionsContext = createContext<CanvasActions>({
  selectedId: null,
  currentId: null,
  words: [],
  level: 'near',
  open: () => {},
  setCollapsed: () => {},
  approach: () => {},
  move: () => {},
});

export function useCanvasActions(): CanvasActions {
  return useContext(CanvasActionsContext);
}
