'use client';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import type { Level } from '@/lib/model/event';
import type { LogLine as Line } from './log-lines';

const LEVEL_WORDS: Record<Level, string> = { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error' };
const LEVEL_COLOURS: Record<Level, string> = {
  debug: 'text-ink-faint',
  info: 'text-ink',
  warning: 'text-attention-text',
  error: 'text-failed-text',
};

/** One line of the log; graver levels are told by word and colour. What machines answered in full is for `detailed`. */
export const LogLine = memo(function LogLine({ line, lit, detailed }: { line: Line; lit: boolean; detailed: boolean }) {
  const own = detailed && line.details && !line.text.includes(line.details) ? line.details : null;
  return (
    <li
      data-effect={line.effectId ?? undefined}
      className={cn(
        'grid grid-cols-[4.25rem_1fr] gap-x-3 px-3 py-0.5 sm:grid-cols-[4.25rem_7rem_1fr]',
        line.level === 'error' && 'bg-failed-bg/60',
        line.level === 'warning' && 'bg-attention-bg/50',
        lit && 'bg-accent-soft',
      )}
    >
      <time dateTime={line.at} title={line.at} className="text-ink-faint">
        {clock(line.at)}
      </time>
      <span className="truncate text-ink-muted" title={line.about}>
        {line.about}
      </span>
      <span className={cn('col-span-2 min-w-0 break-words sm:col-span-1', LEVEL_COLOURS[line.level])}>
        {(line.level === 'warning' || line.level === 'error') && (
          <strong className="font-semibold">{LEVEL_WORDS[line.level]}: </strong>
        )}
        {line.text}
        {own && <span className="block whitespace-pre-wrap text-ink-muted">{own}</span>}
      </span>
    </li>
  );
});

/** The time of day in the viewer's zone, to the second. */
function clock(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
