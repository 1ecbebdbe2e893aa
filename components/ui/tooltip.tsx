'use client';
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { onDemand } from './on-demand';

/** How long a pointer rests before the first hint is shown, in milliseconds. */
const DELAY_MS = 350;
/** After a hint has gone the next ones come at once for so long, in milliseconds. */
const WARM_MS = 400;
/** Time for the pointer to get from the thing to its hint, in milliseconds. */
const BRIDGE_MS = 120;

const Popup = onDemand<ComponentProps<typeof import('./tooltip-popup').TooltipPopup>>(
  async () => (await import('./tooltip-popup')).TooltipPopup,
);

interface HintedProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

const LastHint = createContext<RefObject<number> | null>(null);

/**
 * A hint on hover and focus. Never the only place where something is said.
 *
 * @param text null: there is none at the moment
 */
export function Tooltip({
  text,
  children,
  side = 'top',
}: {
  text: ReactNode;
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  const lastHint = useContext(LastHint);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: boolean) => {
    clearTimeout(timer.current);
    if (!next && open && lastHint) lastHint.current = performance.now();
    setOpen(next);
  };
  const changeIn = (ms: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(next), ms);
  };
  const hinted = children as ReactElement<HintedProps>;
  const own = hinted.props;
  return (
    <>
      {cloneElement(hinted, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (!text || event.pointerType === 'touch') return;
          setAnchor(event.currentTarget);
          const warm = lastHint !== null && performance.now() - lastHint.current < WARM_MS;
          changeIn(warm ? 0 : DELAY_MS, true);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          changeIn(BRIDGE_MS, false);
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          change(false);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (!text || !event.currentTarget.matches(':focus-visible')) return;
          setAnchor(event.currentTarget);
          change(true);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          change(false);
        },
      })}
      {anchor && text && (
        <Popup
          open={open}
          onOpenChange={change}
          anchor={anchor}
          side={side}
          text={text}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => changeIn(BRIDGE_MS, false)}
        />
      )}
    </>
  );
}

/** Shared delay: after the first hint the next ones come at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return <LastHint value={last}>{children}</LastHint>;
}
