import type { ReactNode } from 'react';
import { NextLink } from './next-link';
import { SEGMENTS, segmentClasses } from './segment-classes';

/** A few views of one thing, side by side in one frame. */
export function SegmentLinks({
  label,
  items,
}: {
  label: string;
  items: { href: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className={SEGMENTS}>
      {items.map((item) => (
        <NextLink
          key={item.href}
          href={item.href}
          scroll={false}
          aria-current={item.current ? 'page' : undefined}
          className={segmentClasses(item.current)}
        >
          {item.label}
        </NextLink>
      ))}
    </nav>
  );
}
