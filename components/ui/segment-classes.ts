import { cn } from './class-names';

/** The frame of a few views of one thing, side by side. */
export const SEGMENTS = 'inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-sunken p-0.5';

/** What one of them looks like, shown or not. */
export function segmentClasses(shown: boolean): string {
  return cn(
    'flex h-8 items-center gap-1.5 rounded-md border px-3 font-medium text-[13px] whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:h-11 [&_svg]:size-4',
    shown ? 'border-line bg-surface text-ink shadow-xs' : 'border-transparent text-ink-muted hover:text-ink',
  );
}
