'use client';
import { useCallback, useMemo, useState } from 'react';
import { useMedia } from '@/components/ui/use-media';
import { type CollapseChoice, chooseGroup, collapsedGroups, firstFocus, NOTHING_CHOSEN, withOpened } from './collapse';
import type { Picture } from './picture';
import type { Focus } from './use-canvas-view';

/**
 * The part of a picture that is to be seen, and which services are one box: what has the focus is never inside one.
 *
 * @param wall on a wall: the part that comes near, null: all of it; undefined where the picture hangs on none
 */
export function useFocus(picture: Picture, selectedId: string | null, wall: { focus: string | null } | undefined) {
  const narrow = useMedia('(max-width: 639px)');
  const [focus, setFocus] = useState<Focus>(() => ({ id: firstFocus(picture, selectedId), turn: 0 }));
  const [choice, setChoice] = useState<CollapseChoice>(() => withOpened(NOTHING_CHOSEN, picture, focus.id));
  // on a wall nobody opens a service: the one whose machine comes near is open
  const wallFocus = wall?.focus ?? null;
  const groups = collapsedGroups(picture, withOpened(choice, picture, wallFocus), narrow === true);
  const collapsedKey = [...groups].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is collapsed
  const collapsed = useMemo(() => groups, [collapsedKey]);
  const near = useMemo((): Focus => ({ id: wallFocus, turn: 0 }), [wallFocus]);
  return {
    /** what was gone to last, or is shown first; null: everything */
    focusId: focus.id,
    /** what the canvas is to show */
    focus: wall ? near : focus,
    collapsed,
    goTo: (id: string) => {
      setChoice((last) => withOpened(last, picture, id));
      setFocus(({ turn }) => ({ id, turn: turn + 1 }));
    },
    onCollapse: useCallback((groupId: string, closed: boolean) => {
      setChoice((last) => chooseGroup(last, groupId, closed));
      setFocus(({ turn }) => ({ id: null, turn }));
    }, []),
    onCollapseAll: useCallback((closed: boolean) => {
      setChoice({ all: closed ? 'closed' : 'open', single: new Map() });
      setFocus(({ turn }) => ({ id: null, turn: turn + 1 }));
    }, []),
  };
}
