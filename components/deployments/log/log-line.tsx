'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import type { Level } from '@/lib/model/levels';
import type { LogLine as Line } from './log-lines';
import { piecesOf } from './log-search';

const LEVEL_COLOURS: Record<Level, string> = {
  debug: 'text-ink-faint',
  info: 'text-ink',
  warning: 'text-attention-text',
  error: 'text-failed-text',
};

/** The fragment of the address that names a line. */
function lineHash(seq: number): string {
  return `#L${seq}`;
}

/** One line of the log; graver levels are told by word and colour. What machines answered in full is for `detailed`. */
export const LogLine = memo(function LogLine({
  line,
  words,
  lit,
  present,
  detailed,
}: {
  line: Line;
  /** what is searched for, in lower case */
  words: readonly string[];
  lit: boolean;
  /** the search or the address points at it */
  present: boolean;
  detailed: boolean;
}) {
  const t = useTranslations('deployments.log');
  const format = useFormatter();
  const own = detailed && line.details && !line.text.includes(line.details) ? line.details : null;
  const at = new Date(line.at);
  return (
    <div
      className={cn(
        'group grid grid-cols-[4.75rem_1fr] gap-x-3 border-l-3 border-transparent px-2.5 py-0.5 sm:grid-cols-[4.75rem_7rem_1fr]',
        line.level === 'error' && 'bg-failed-bg/60',
        line.level === 'warning' && 'bg-attention-bg/50',
        lit && 'bg-accent-soft',
        present && 'border-accent bg-accent-soft',
      )}
    >
      <a
        href={lineHash(line.seq)}
        title={t('linkTo', { at: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' }) })}
        className="text-ink-faint hover:text-accent-ink hover:underline"
      >
        <time dateTime={line.at}>
          {format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}
        </time>
      </a>
      <span className="truncate text-ink-muted" title={line.about}>
        <Marked text={line.about} words={words} />
      </span>
      <span className={cn('col-span-2 min-w-0 break-words sm:col-span-1', LEVEL_COLOURS[line.level])}>
        {(line.level === 'warning' || line.level === 'error') && (
          <strong className="font-semibold">{t(`levels.${line.level}`)}: </strong>
        )}
        <Marked text={line.text} words={words} />
        {own && (
          <span className="block whitespace-pre-wrap text-ink-muted">
            <Marked text={own} words={words} />
          </span>
        )}
      </span>
    </div>
  );
});

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return piecesOf(text, words).map((piece) =>
    piece.hit ? (
      <mark key={piece.at} className="rounded-xs bg-attention-border/60 text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
