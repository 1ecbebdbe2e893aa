'use client';
import { useEffect } from 'react';
import { type FocusPlace, focusPlaceOf, nearestTo } from './focus-place';

/** How long whoever closes a dialog or a menu may take to give the focus back by itself, in milliseconds. */
const SETTLED_MS = 80;
const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Keeps the place of whoever works by keyboard: a control that goes with what it removed, or with a dialog, leaves the
 * focus to what stands in its place, not to the top of the page. A change of page, and a pointer, are left alone.
 */
export function FocusKeeper() {
  useEffect(() => {
    let last: (FocusPlace & { path: string }) | null = null;
    let inContent: FocusPlace | null = null;
    let byKey = false;
    let timer: number | undefined;

    const content = () => document.getElementById('content');
    const isLost = () => last !== null && !last.element.isConnected && document.activeElement === document.body;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = { ...focusPlaceOf(target), path: window.location.pathname };
      if (content()?.contains(target)) inContent = last;
    };
    const restore = () => {
      const page = content();
      if (!isLost() || !page || last?.path !== window.location.pathname) return;
      const dialog = last.around.findLast(({ parent }) => parent.isConnected && parent.matches(DIALOG))?.parent;
      const place = dialog ? last : inContent;
      if (place) (nearestTo(place, dialog ?? page) ?? page).focus({ preventScroll: true });
    };
    const watch = new MutationObserver(() => {
      if (!byKey || !isLost()) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(restore, SETTLED_MS);
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
