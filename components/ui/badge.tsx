import type { ReactNode } from 'react';
import { cn } from './class-names';

export type Tone =
  | 'neutral'
  | 'accent'
  | 'draft'
  | 'waiting'
  | 'running'
  | 'ready'
  | 'stopped'
  | 'suspended'
  | 'attention'
  | 'failed';

export const TONE_CLASSES: Record<Tone, string> = {
  neutral: 'bg-sunken border-line text-ink-muted',
  accent: 'bg-accent-soft border-accent-line text-accent-ink',
  draft: 'bg-draft-bg border-draft-border text-draft-text border-dashed',
  waiting: 'bg-waiting-bg border-waiting-border text-waiting-text',
  running: 'bg-running-bg border-running-border text-running-text',
  ready: 'bg-ready-bg border-ready-border text-ready-text',
  stopped: 'bg-stopped-bg border-stopped-border text-stopped-text',
  suspended: 'bg-suspended-bg border-suspended-border text-suspended-text',
  attention: 'bg-attention-bg border-attention-border text-attention-text',
  failed: 'bg-failed-bg border-failed-border text-failed-text',
};

/** A short word about a thing. States use the badges of components/status instead. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
  className,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-6 items-center gap-1.5 rounded-full border px-2 font-medium text-xs whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
        TONE_CLASSES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
