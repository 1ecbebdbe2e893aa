import type { ReactNode } from 'react';

/** The head of a page: where one is, its title, its state, what can be done. */
export function PageHeader({
  title,
  description,
  breadcrumbs,
  badges,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  breadcrumbs?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-2">
      {breadcrumbs}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 break-words font-semibold text-[22px] leading-8 tracking-tight">{title}</h1>
            {badges}
          </div>
          {description && <p className="mt-0.5 max-w-prose text-ink-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
