import type { ReactNode } from 'react';
import { cn } from './class-names';

/** Nothing here yet: says what belongs here and offers the first step. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  level = 2,
  className,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** of its heading: 1 where it is all that the page shows */
  level?: 1 | 2;
  className?: string;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-xl border border-line border-dashed px-6 py-12 text-center',
        className,
      )}
    >
      {icon && (
        <div
          aria-hidden
          className="mb-4 grid size-12 place-items-center rounded-xl border border-accent-line bg-accent-soft text-accent-ink [&_svg]:size-6"
        >
          {icon}
        </div>
      )}
      <Heading className="font-semibold text-base">{title}</Heading>
      {children && <div className="mt-1.5 max-w-prose text-ink-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
