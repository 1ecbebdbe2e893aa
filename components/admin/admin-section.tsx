import type { ReactNode } from 'react';

/** A page of administration: its heading, what it is for, what can be done with all of it, and the rest below. */
export function AdminSection({
  name,
  title,
  description,
  actions,
  children,
}: {
  /** Unique on the page: the heading is found by it. */
  name: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = `admin-${name}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={id} className="font-semibold text-[17px]">
            {title}
          </h2>
          {description !== undefined && <p className="mt-0.5 max-w-prose text-ink-muted">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
