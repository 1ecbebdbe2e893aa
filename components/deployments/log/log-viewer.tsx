'use client';
import { ArrowDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { LogChoice, LogTarget } from './log-choice';
import { LogFrame } from './log-frame';
import { asText, type LogLine as Line } from './log-lines';
import { neighbourMatch } from './log-search';
import { LogTools } from './log-tools';
import { useLogScroll } from './use-log-scroll';
import { usePresentLine } from './use-present-line';
import { useShownLines } from './use-shown-lines';

export interface LogViewerProps {
  lines: readonly Line[];
  /** reads the lines before them; null when there are none */
  onEarlier: (() => void) | null;
  units: readonly { unitId: string; title: string }[];
  choice: LogChoice;
  onChoice: (change: Partial<LogChoice>) => void;
  /** it grows, and is followed */
  live: boolean;
  /** its growth can be paused */
  pausable: boolean;
  /** effect whose lines are lit */
  lit: string | null;
  goTo: LogTarget | null;
  fileName: string;
}

/** The log as it grows: searched, filtered, paused, and followed only while its reader is at the end. */
export function LogViewer(props: LogViewerProps) {
  const { lines, units, choice, onChoice, live, pausable, lit, goTo, fileName } = props;
  const t = useTranslations('deployments.log');
  const frame = useRef<HTMLDivElement>(null);
  const { level, unitId, only } = choice;
  const shownLines = useShownLines(lines, choice, live);
  const { passing, shown, matches, paused } = shownLines;
  const scroll = useLogScroll(frame, shown, live && !paused);
  const atEnd = scroll.following && !paused;
  const missed = useMissed(passing, atEnd);
  const present = usePresentLine(frame, shownLines, scroll, lines, goTo, () =>
    onChoice({ level: 'debug', unitId: null, only: false }),
  );
  const firstError = shown.findIndex((line) => line.level === 'error');
  const resume = () => {
    shownLines.pause(false);
    scroll.follow();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <LogTools
        typed={choice.typed}
        onTyped={(next) => onChoice({ typed: next })}
        matches={{ count: matches.length, present: present.match === null ? null : present.match + 1 }}
        onMatch={(step) => {
          const next = neighbourMatch(matches, present.index, step);
          if (next !== null) present.show(next);
        }}
        only={only}
        onOnly={(next) => onChoice({ only: next })}
        units={units}
        unitId={unitId}
        onUnit={(next) => onChoice({ unitId: next })}
        level={level}
        onLevel={(next) => onChoice({ level: next })}
        pausable={pausable}
        paused={paused}
        onPause={(pause) => (pause ? shownLines.pause(true) : resume())}
        onFirstError={firstError < 0 ? null : () => present.show(firstError)}
        text={() => asText(shown)}
        fileName={fileName}
      />
      {props.onEarlier && (
        <Button size="sm" className="self-start" onClick={props.onEarlier}>
          {t('earlier')}
        </Button>
      )}
      <div className="relative flex min-h-24 flex-1 overflow-hidden rounded-lg border bg-sunken">
        <LogFrame
          frame={frame}
          label={t('title')}
          lines={shownLines}
          scroll={scroll}
          detailed={level === 'debug'}
          lit={lit}
          presentSeq={present.seq}
          empty={lines.length === 0 ? t('empty') : t('noLine')}
        />
        {live && !atEnd && (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button size="sm" className="pointer-events-auto shadow-lift" onClick={resume}>
              <ArrowDown aria-hidden />
              {missed > 0 ? t('newLines', { count: missed }) : t('follow')}
            </Button>
          </div>
        )}
      </div>
      <p className="text-ink-muted text-xs">
        {shown.length === lines.length
          ? t('count', { count: lines.length })
          : t('countOf', { shown: shown.length, count: lines.length })}
        {live && <> · {paused ? t('paused') : atEnd ? t('following') : t('notFollowing')}</>}
      </p>
    </div>
  );
}

/** How many lines have come since their reader was at the end. */
function useMissed(lines: readonly Line[], atEnd: boolean): number {
  const [seenSeq, setSeenSeq] = useState(0);
  const last = lines.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (atEnd) setSeenSeq(last);
  }, [atEnd, last]);
  return atEnd ? 0 : lines.filter((line) => line.seq > seenSeq).length;
}
