import { useEffect, useRef } from 'react';

/** Makes the first entry the one that is ready to be chosen, as the kit does where it opens a list by itself. */
export function FirstEntry({ role }: { role: 'menuitem' | 'option' }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const entries = `[role^=${role}]:not([aria-disabled=true])`;
    const first = here.current?.parentElement?.querySelector<HTMLElement>(entries);
    const frame = requestAnimationFrame(() => first?.focus());
    return () => cancelAnimationFrame(frame);
  }, [role]);
  return <span ref={here} hidden />;
}
