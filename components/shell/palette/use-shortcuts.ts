'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { presenter } from '@/lib/client/presenter';
import { singleKeyShortcuts } from '@/lib/client/single-key-shortcuts';
import { environmentOf, placeHref, placeOfKeys } from './places';

/** How long the second key may take, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1_200;

/**
 * Listens to the keyboard: Ctrl or Command with K opens the palette; `?` the list of shortcuts, `p` begins and ends
 * presenter mode, `/` goes to the page's search, and the keys of places lead there. Single keys do nothing where somebody types, nor when they
 * have been switched off.
 */
export function useShortcuts({
  openPalette,
  openHelp,
  isOpening,
}: {
  openPalette: () => void;
  openHelp: () => void;
  /** something was opened, though it may not be on the page yet: keys are meant for it */
  isOpening: boolean;
}): void {
  const router = useRouter();
  const path = usePathname();
  const pressed = useRef<{ keys: string[]; at: number }>({ keys: [], at: 0 });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isOpening || isTyping(event.target) || somethingHoldsThePage() || !singleKeyShortcuts.on()) return;
      if (event.key === '?') return openHelp();
      if (event.key === 'p') return presenter.set(!presenter.on());
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        return;
      }
      const before = event.timeStamp - pressed.current.at < SEQUENCE_TIMEOUT_MS ? pressed.current.keys : [];
      const after = [...before, event.key];
      const meant = placeOfKeys(after);
      // A key that leads nowhere may begin something new.
      const keys = meant === null && placeOfKeys([event.key]) === 'more' ? [event.key] : after;
      pressed.current = { keys: meant === 'more' || keys.length === 1 ? keys : [], at: event.timeStamp };
      if (meant === null || meant === 'more') return;
      pressed.current = { keys: [], at: 0 };
      const href = placeHref(meant, environmentOf(path));
      if (href) router.push(href);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [router, path, openPalette, openHelp, isOpening]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=listbox], [role=menu]') !== null;
}

/** A dialog, a drawer or a menu that is open. */
function somethingHoldsThePage(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
