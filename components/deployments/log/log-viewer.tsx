'use client';
import { ArrowDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Level } from '@/lib/model/levels';
import { LogLine } from './log-line';
import { asText, filterLines, type LogLine as Line } from './log-lines';
import { findLines, neighbourMatch, wordsOf } from './log-search';
import { LogTools } from './log-tools';
import { useLogScroll } from './use-log-scroll';

/** What of the log is shown; lives in the page's address. */
export interface LogChoice {
  level: Level;
  unitId: string | null;
  typed: string;
  /** only lines that hold what is typed */
  only: boolean;
}

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
  /** what to scroll to: an effect's first line, or a line by its number; `turn` tells one request from the next */
  goTo: { effectId: string | null; seq: number | null; turn: number } | null;
  fileName: string;
}

/** The log as it grows: searched, filtered, paused, and followed only while its reader is at the end. */
export function LogViewer(props: LogViewerProps) {
  const { lines, units, choice, onChoice, live, pausable, lit, goTo, fileName } = props;
  const t = useTranslations('deployments.log');
  const frame = useRef<HTMLDivElement>(null);
  const { level, unitId, only } = choice;
  const typed = useDeferredValue(choice.typed);
  const detailed = level === 'debug';
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const [presentSeq, setPresentSeq] = useState<number | null>(null);
  const [seenSeq, setSeenSeq] = useState(0);
  const answered = useRef(0);

  const passing = useMemo(() => filterLines(lines, { level, unitId }), [lines, level, unitId]);
  const held = useMemo(
    () => (pausedAt === null || !live ? passing : passing.filter((line) => line.seq <= pausedAt)),
    [passing, pausedAt, live],
  );
  const shown = useMemo(() => {
    const found = only && typed !== '' ? new Set(findLines(held, typed, detailed)) : null;
    return found ? held.filter((_line, index) => found.has(index)) : held;
  }, [held, only, typed, detailed]);
  const matches = useMemo(() => findLines(shown, typed, detailed), [shown, typed, detailed]);
  const words = useMemo(() => wordsOf(typed), [typed]);
  const scroll = useLogScroll(frame, shown, live && pausedAt === null);

  const last = passing.at(-1)?.seq ?? 0;
  const atEnd = scroll.following && pausedAt === null;
  useEffect(() => {
    if (atEnd) setSeenSeq(last);
  }, [atEnd, last]);
  const missed = atEnd ? 0 : passing.filter((line) => line.seq > seenSeq).length;

  const show = (index: number) => {
    setPresentSeq(shown[index]?.seq ?? null);
    scroll.toLine(index);
  };
  const presentIndex = presentSeq === null ? -1 : shown.findIndex((line) => line.seq === presentSeq);
  const presentMatch = matches.indexOf(presentIndex);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls, once its line is shown
  useEffect(() => {
    if (!goTo || answered.current === goTo.turn) return;
    const { effectId, seq, turn } = goTo;
    const wanted = (line: Line) => (seq === null ? line.effectId === effectId : line.seq === seq);
    const index = shown.findIndex(wanted);
    if (index >= 0) {
      answered.current = turn;
      setPresentSeq(seq);
      scroll.toLine(index);
      // the log itself may be below what the window shows
      frame.current?.scrollIntoView({ block: 'nearest' });
    } else if (lines.some(wanted)) {
      // it is there, but what is chosen hides it
      onChoice({ level: 'debug', unitId: null, only: false });
    }
  }, [goTo, shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just typed leads to its first match
  useEffect(() => {
    const first = matches[0];
    if (first !== undefined && presentMatch < 0) show(first);
  }, [typed]);

  const firstError = shown.findIndex((line) => line.level === 'error');
  const resume = () => {
    setPausedAt(null);
    scroll.follow();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <LogTools
        typed={choice.typed}
        onTyped={(next) => onChoice({ typed: next })}
        matches={{ count: matches.length, present: presentMatch < 0 ? null : presentMatch + 1 }}
        onMatch={(step) => {
          const next = neighbourMatch(matches, presentIndex < 0 ? null : presentIndex, step);
          if (next !== null) show(next);
        }}
        only={only}
        onOnly={(next) => onChoice({ only: next })}
        units={units}
        unitId={unitId}
        onUnit={(next) => onChoice({ unitId: next })}
        level={level}
        onLevel={(next) => onChoice({ level: next })}
        pausable={pausable}
        paused={pausedAt !== null}
        onPause={(pause) => (pause ? setPausedAt(last) : resume())}
        onFirstError={firstError < 0 ? null : () => show(firstError)}
        text={() => asText(shown)}
        fileName={fileName}
      />
      {props.onEarlier && (
        <Button size="sm" className="self-start" onClick={props.onEarlier}>
          {t('earlier')}
        </Button>
      )}
      <div className="relative flex min-h-24 flex-1 overflow-hidden rounded-lg border bg-sunken">
        <div
          ref={frame}
          onScroll={scroll.onScroll}
          role="log"
          aria-live="off"
          aria-label={t('title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
          tabIndex={0}
          className="run-log relative h-96 w-full overflow-y-auto overscroll-contain py-2 font-mono text-[13px] leading-5 focus-visible:-outline-offset-2"
        >
          <ol style={{ height: scroll.list.getTotalSize() }} className="relative">
            {scroll.list.getVirtualItems().map((item) => {
              const line = shown[item.index];
              return (
                line && (
                  <li
                    key={item.key}
                    ref={scroll.list.measureElement}
                    data-index={item.index}
                    data-seq={line.seq}
                    aria-setsize={shown.length}
                    aria-posinset={item.index + 1}
                    style={{ transform: `translateY(${item.start}px)` }}
                    className="absolute top-0 left-0 w-full"
                  >
                    <LogLine
                      line={line}
                      words={words}
                      lit={lit !== null && line.effectId === lit}
                      present={line.seq === presentSeq}
                      detailed={detailed}
                    />
                  </li>
                )
              );
            })}
          </ol>
          {shown.length === 0 && (
            <p className="px-3 py-6 text-center font-sans text-ink-muted">
              {lines.length === 0 ? t('empty') : t('noLine')}
            </p>
          )}
        </div>
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
        {live && <> · {pausedAt !== null ? t('paused') : atEnd ? t('following') : t('notFollowing')}</>}
      </p>
    </div>
  );
}
