import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** A few views of one thing, side by side in one frame. */
export function SegmentLinks({
  label,
  items,
}: {
  label: string;
  items: { href: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-sunken p-0.5">
      {items.map((item) => (
        <NextLink
          key={item.href}
          href={item.href}
          scroll={false}
          aria-current={item.current ? 'page' : undefined}
          className={cn(
            'flex h-8 items-center rounded-md border px-3 font-medium text-[13px] whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:h-11',
            item.current
              ? 'border-line bg-surface text-ink shadow-xs'
              : 'border-transparent text-ink-muted hover:text-ink',
          )}
        >
          {item.label}
        </NextLink>
      ))}
    </nav>
  );
}
