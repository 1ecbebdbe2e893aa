'use client';
import { useEffect } from 'react';
import { type FocusPosition, focusPositionOf, nearestTabbable } from './focus-position';

/** Dialogs and menus return the focus themselves within this time, in milliseconds. */
const SETTLED_MS = 80;
const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Restores the focus for keyboard users: when the focused control is removed, with a row or with a dialog, its nearest
 * neighbour gets the focus instead of the body. Navigation to another page, and pointer users, are left alone.
 */
export function FocusRestorer() {
  useEffect(() => {
    let last: (FocusPosition & { path: string }) | null = null;
    let lastInContent: FocusPosition | null = null;
    let byKey = false;
    let timer: number | undefined;

    const content = () => document.getElementById('content');
    const isLost = () => last !== null && !last.element.isConnected && document.activeElement === document.body;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = { ...focusPositionOf(target), path: window.location.pathname };
      if (content()?.contains(target)) lastInContent = last;
    };
    const restore = () => {
      const page = content();
      if (!isLost() || !page || last?.path !== window.location.pathname) return;
      const dialog = last.ancestors.findLast(({ parent }) => parent.isConnected && parent.matches(DIALOG))?.parent;
      const position = dialog ? last : lastInContent;
      if (position) (nearestTabbable(position, dialog ?? page) ?? page).focus({ preventScroll: true });
    };
    const watch = new MutationObserver(() => {
      // once per loss: a page that changes all the time would put it off for ever
      if (timer !== undefined || !byKey || !isLost()) return;
      timer = window.setTimeout(() => {
        timer = undefined;
        restore();
      }, SETTLED_MS);
    });
    const key = () => {
      byKey = true;
    };
    const pointer = () => {
      byKey = false;
    };

    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', key, true);
    document.addEventListener('pointerdown', pointer, true);
    return () => {
      window.clearTimeout(timer);
      watch.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('pointerdown', pointer, true);
    };
  }, []);
  return null;
}
