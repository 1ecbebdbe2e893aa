import type { ReactNode } from 'react';
import { cn } from './class-names';
import { NextLink } from './next-link';

/** On a narrow screen a row goes beyond the edge: the page that is shown is in the middle of it, also after a turn. */
function reveal(link: HTMLAnchorElement | null): (() => void) | undefined {
  const row = link?.parentElement;
  if (!link || !row) return undefined;
  const turned = new ResizeObserver(() => {
    const [at, within] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += at.left + at.width / 2 - (within.left + within.width / 2);
  });
  turned.observe(row);
  return () => turned.disconnect();
}

/** Pages of one thing, as a row of links. */
export function NavTabs({
  label,
  items,
}: {
  label: string;
  items: { href: string; label: ReactNode; current: boolean }[];
}) {
  return (
    // what is positioned inside, such as words for screen readers, is cut off with the row only where this is positioned, too
    <nav aria-label={label} className="relative -mb-px flex gap-1 overflow-x-auto">
      {items.map((item) => (
        <NextLink
          key={item.href}
          href={item.href}
          ref={item.current ? reveal : undefined}
          aria-current={item.current ? 'page' : undefined}
          className={cn(
            'flex h-10 items-center gap-1.5 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:h-11',
            item.current ? 'border-accent text-ink' : 'border-transparent text-ink-muted hover:text-ink',
          )}
        >
          {item.label}
        </NextLink>
      ))}
    </nav>
  );
}
