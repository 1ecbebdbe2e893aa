import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names';

/** A surface for one subject. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('rounded-xl border border-line bg-surface', className)} />;
}

/** The head of a card: title, one sentence, actions. */
export function CardHeader({
  title,
  description,
  actions,
  level = 2,
  id,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  id?: string;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
      <div className="min-w-0">
        <Heading id={id} className="font-semibold text-[15px] text-ink leading-6">
          {title}
        </Heading>
        {description && <p className="mt-0.5 text-ink-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** What the card holds. */
export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('p-4 sm:px-5', className)} />;
}

/** The foot of a card: what can be done with all of it. */
export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn('flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 sm:px-5', className)}
    />
  );
}
