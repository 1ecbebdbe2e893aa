'use client';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { Input, type InputProps } from './input';

/** The line that words to search for are typed in, with its magnifier. */
export function SearchInput({
  label,
  placeholder = label,
  frame,
  className,
  children,
  ...rest
}: Omit<InputProps, 'type'> & {
  label: string;
  /** classes of the frame around the line */
  frame?: string;
  /** what stands over its end, or belongs to it unseen */
  children?: ReactNode;
}) {
  return (
    <div className={cn('relative min-w-0 flex-1', frame)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input {...rest} type="search" aria-label={label} placeholder={placeholder} className={cn('pl-8', className)} />
      {children}
    </div>
  );
}

/** Enter goes to the next match of what is typed, Shift and Enter to the one before. */
export function stepByEnter(step: (by: 1 | -1) => void): NonNullable<InputProps['onKeyDown']> {
  return (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
}
