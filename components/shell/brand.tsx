import { useId } from 'react';
import { cn } from '@/components/ui/class-names';

/** Two panes of glass, one behind the other. */
export function BrandMark({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-7 shrink-0', className)}>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="oklch(0.82 0.1 215)" />
          <stop offset="1" stopColor="oklch(0.52 0.13 245)" />
        </linearGradient>
      </defs>
      <rect x="3" y="8" width="17" height="21" rx="4" fill={`url(#${id})`} opacity="0.5" transform="rotate(-9 11 18)" />
      <rect x="12" y="4" width="17" height="21" rx="4" fill={`url(#${id})`} opacity="0.92" />
      <path d="M16 9.5 25 6v4.5l-9 9z" fill="white" opacity="0.42" />
    </svg>
  );
}

/** The name with its mark. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2 font-semibold text-[17px] tracking-tight', className)}>
      <BrandMark />
      Vetro
    </span>
  );
}
