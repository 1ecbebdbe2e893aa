import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TONE_CLASSES, type Tone } from './badge';
import { cn } from './class-names';

const ICONS = {
  accent: Info,
  neutral: Info,
  ready: CircleCheck,
  attention: TriangleAlert,
  failed: CircleAlert,
} as const;

/** A sentence or two that belong to this place on the page. Failures are announced at once, the rest politely. */
export function Notice({
  tone = 'accent',
  title,
  children,
  actions,
  className,
}: {
  tone?: Extract<Tone, keyof typeof ICONS>;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'failed' ? 'alert' : 'status'}
      className={cn(
        'flex flex-wrap items-start gap-x-3 gap-y-3 rounded-lg border px-3.5 py-3',
        TONE_CLASSES[tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-52">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={cn('break-words', title ? 'mt-0.5' : undefined)}>{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
