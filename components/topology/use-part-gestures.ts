'use client';
import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback } from 'react';
import type { Box } from './layout/box';
import type { Picture } from './picture';
import { useBoxSelection } from './selection/box-selection';
import { selectsMore } from './selection/selection';
import type { SelectedParts } from './selection/use-selected-parts';
import { useKeyboardMoves } from './use-keyboard-moves';

/**
 * What presses, keys and a box drawn over the canvas do with its parts: open one, go to its neighbour, or select it with
 * others.
 *
 * @param boxes what can be reached, in the coordinates of the canvas
 * @param several what is selected together; null where nothing can be
 */
export function usePartGestures(
  frame: RefObject<HTMLElement | null>,
  picture: Picture,
  boxes: ReadonlyMap<string, Box>,
  several: SelectedParts | null,
  onSelect: (id: string | null) => void,
) {
  const go = useKeyboardMoves(frame, boxes);
  const move = useCallback(
    (event: KeyboardEvent, id: string) => {
      if (several && event.key === 'Enter' && selectsMore(event)) {
        event.preventDefault();
        several.toggle(id);
        return;
      }
      const next = go(event, id);
      if (several && next !== null && event.shiftKey) several.add([id, next].filter((one) => picture.byId.has(one)));
    },
    [go, several, picture],
  );
  const press = useCallback(
    (event: MouseEvent, id: string, open = () => onSelect(id)) => {
      if (several && selectsMore(event)) several.toggle(id);
      else open();
    },
    [several, onSelect],
  );
  const selecting = useBoxSelection(
    frame,
    boxes,
    several && ((ids) => several.add(ids.filter((id) => picture.byId.has(id)))),
  );
  return { move, press, selecting };
}
