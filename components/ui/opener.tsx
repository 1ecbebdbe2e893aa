'use client';
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useId,
  useState,
} from 'react';
import { useLatched } from './on-demand';

interface TriggerProps {
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
  'aria-disabled'?: boolean;
  disabled?: boolean;
  disabledReason?: string | null;
}

/** What a popup needs to know of what opened it. */
export interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** what it stands beside and what gets the focus back */
  anchor: HTMLElement | null;
  /** the id of the same, which also names it */
  triggerId: string;
  /** the id of a list: its trigger tells that it controls it */
  popupId: string;
  /** opened by a key: its first entry is ready to be chosen */
  byKey: boolean;
}

/**
 * Makes an element open a popup whose code is loaded at the first press. The element itself never changes, so focus
 * and presses are not lost while the popup comes.
 */
export function useOpener(trigger: ReactElement, kind: 'menu' | 'dialog' | 'listbox') {
  const ownId = useId();
  const element = trigger as ReactElement<TriggerProps>;
  const { onClick, onKeyDown, disabled, disabledReason } = element.props;
  const triggerId = element.props.id ?? ownId;
  const popupId = `${ownId}-popup`;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [byKey, setByKey] = useState(false);
  const off = disabled || Boolean(disabledReason);

  const show = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>, key: boolean) => {
    // not every browser focuses a button that is pressed; what has the focus now gets it back
    event.currentTarget.focus();
    setAnchor(event.currentTarget);
    setByKey(key);
    setOpen((now) => key || !now);
  };
  const opened: Opened = { open, onOpenChange: useCallback(setOpen, []), anchor, triggerId, popupId, byKey };
  return {
    opened,
    /** false until it was opened for the first time */
    needed: useLatched(open),
    trigger: cloneElement(element, {
      id: triggerId,
      'aria-haspopup': kind,
      'aria-expanded': open,
      'aria-controls': open && kind === 'listbox' ? popupId : undefined,
      onClick: (event) => {
        onClick?.(event);
        // a press by Enter or Space has no clicks to count
        if (!off && !event.defaultPrevented) show(event, event.detail === 0 && !open);
      },
      onKeyDown: (event) => {
        onKeyDown?.(event);
        if (off || kind === 'dialog' || event.defaultPrevented) return;
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        show(event, true);
      },
    }),
  };
}

/** For the root of a popup: a press outside that is on what opened it closes nothing, that one does so by itself. */
export function rootState({ open, onOpenChange, anchor }: Opened) {
  return {
    open,
    onOpenChange: (next: boolean, { event, cancel }: { event: Event; cancel: () => void }) => {
      if (!next && event.target instanceof Node && anchor?.contains(event.target)) cancel();
      else onOpenChange(next);
    },
  };
}
