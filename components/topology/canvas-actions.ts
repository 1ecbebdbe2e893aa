'use client';
import { createContext, type KeyboardEvent, type MouseEvent, useContext } from 'react';
import type { ZoomLevel } from './zoom-level';

/** What the boxes of the canvas know of it and can ask for. */
export interface CanvasActions {
  selectedId: string | null;
  /** those that are selected together */
  marked: ReadonlySet<string>;
  /** the match that a search stands at */
  currentId: string | null;
  /** what was typed into the search, in words */
  words: readonly string[];
  level: ZoomLevel;
  /** a press: opens it; with a key held it is selected with others */
  press(event: MouseEvent, id: string, open?: () => void): void;
  open(id: string): void;
  setCollapsed(groupId: string, collapsed: boolean): void;
  /** brings a service that is seen from afar near */
  approach(groupId: string): void;
  /** arrow keys: to the neighbour that way; with Shift both are selected, as with Ctrl Enter the one itself is */
  move(event: KeyboardEvent, id: string): void;
}

export const CanvasActionsContext = createContext<CanvasActions>({
  selectedId: null,
  marked: new Set(),
  currentId: null,
  words: [],
  level: 'near',
  press: () => {},
  open: () => {},
  setCollapsed: () => {},
  approach: () => {},
  move: () => {},
});

export function useCanvasActions(): CanvasActions {
  return useContext(CanvasActionsContext);
}
