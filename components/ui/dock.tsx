'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from './class-names';

/** How high the docks at the bottom edge are together; `globals.css` keeps what is scrolled to above them. */
const HEIGHT = '--dock-height';

/**
 * A bar that stays at the bottom edge of the window. The page ends above it: it is opaque, it has room of its own at the
 * end of what it belongs to, and whatever takes the focus is scrolled to above it.
 */
export function Dock({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={label}
      className={cn('sticky bottom-0 z-40 border-line border-t bg-surface px-4 py-2.5 sm:px-8 print:hidden', className)}
    >
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </section>
  );
}
