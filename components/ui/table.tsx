import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names';

/** Rows of like things. Wider than the screen, it scrolls in its own frame. */
export function Table({ caption, className, children }: { caption: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('relative overflow-x-auto rounded-xl border border-line bg-surface', className)}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-line border-b bg-sunken/60">
      <tr>{children}</tr>
    </thead>
  );
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cn('h-9 px-4 font-medium text-[13px] text-ink-muted whitespace-nowrap', className)}
    />
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line">{children}</tbody>;
}

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cn('transition-colors hover:bg-hover/60', className)} />;
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cn('px-4 py-3 align-middle', className)} />;
}
