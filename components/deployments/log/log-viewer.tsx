'use client';
import { ArrowDown, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { LEVELS, type Level } from '@/lib/model/event';
import { LogLine } from './log-line';
import { asText, filterLines, type LogLine as Line } from './log-lines';
import { useFollow } from './use-follow';

const LEVEL_OPTIONS = [
  { value: 'debug', label: 'Everything' },
  { value: 'info', label: 'Without details' },
  { value: 'warning', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors only' },
];
const ALL_UNITS = 'all';

/** As many lines are drawn at once; older ones when asked for. */
const DRAWN = 400;

export interface LogViewerProps {
  lines: readonly Line[];
  units: readonly { unitId: string; title: string }[];
  /** the unit to begin with, from the page's address */
  unitId: string | null;
  onUnit: (unitId: string | null) => void;
  live: boolean;
  /** effect whose lines are lit */
  lit: string | null;
  /** effect to scroll to; `turn` tells one request from the next */
  goTo: { effectId: string; turn: number } | null;
}

/** The log as it grows: filtered by level, machine and words, followed only while its reader is at the end. */
export function LogViewer({ lines, units, unitId, onUnit, live, lit, goTo }: LogViewerProps) {
  const [level, setLevel] = useState<Level>('info');
  const [typed, setTyped] = useState('');
  const [drawn, setDrawn] = useState(DRAWN);
  const frame = useRef<HTMLDivElement>(null);
  const searchId = useId();
  const passing = filterLines(lines, { level, typed, unitId });
  const shown = passing.slice(-drawn);
  const follow = useFollow(frame, passing.length, live);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls
  useEffect(() => {
    if (!goTo) return;
    follow.setFollowing(false);
    const line = frame.current?.querySelector(`[data-effect="${CSS.escape(goTo.effectId)}"]`);
    if (line instanceof HTMLElement && frame.current) frame.current.scrollTop = line.offsetTop - 48;
  }, [goTo]);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-full flex-1 sm:min-w-40">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
          <label htmlFor={searchId} className="sr-only">
            Search the log
          </label>
          <Input
            id={searchId}
            type="search"
            value={typed}
            onValueChange={setTyped}
            placeholder="Search the log"
            className="pl-8"
          />
        </div>
        <Select
          label="Machine"
          className="min-w-32 flex-1 sm:w-40 sm:flex-none"
          value={unitId ?? ALL_UNITS}
          onValueChange={(value) => onUnit(value === ALL_UNITS ? null : value)}
          options={[
            { value: ALL_UNITS, label: 'All machines' },
            ...units.map((unit) => ({ value: unit.unitId, label: unit.title })),
          ]}
        />
        <Select
          label="Level"
          className="min-w-32 flex-1 sm:w-44 sm:flex-none"
          value={level}
          onValueChange={(value) => setLevel(LEVELS.find((one) => one === value) ?? 'info')}
          options={LEVEL_OPTIONS}
        />
        <CopyButton text={asText(passing)} label="Copy the log as shown" />
      </div>
      <div className="relative overflow-hidden rounded-lg border bg-sunken">
        <div
          ref={frame}
          onScroll={follow.onScroll}
          role="log"
          aria-live="off"
          aria-label="Log"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative h-96 overflow-y-auto overscroll-contain py-2 font-mono text-[13px] leading-5 focus-visible:-outline-offset-2"
        >
          {passing.length > shown.length && (
            <p className="px-3 pb-2 font-sans">
              <Button size="sm" onClick={() => setDrawn((count) => count + DRAWN)}>
                Show {Math.min(DRAWN, passing.length - shown.length)} earlier lines
              </Button>
            </p>
          )}
          <ol>
            {shown.map((line) => (
              <LogLine
                key={line.seq}
                line={line}
                lit={lit !== null && line.effectId === lit}
                detailed={level === 'debug'}
              />
            ))}
          </ol>
          {passing.length === 0 && (
            <p className="px-3 py-6 text-center font-sans text-ink-muted">
              {lines.length === 0 ? 'Nothing has been reported yet.' : 'No line matches what you are looking for.'}
            </p>
          )}
        </div>
        {live && !follow.following && (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button size="sm" className="pointer-events-auto shadow-lift" onClick={follow.toEnd}>
              <ArrowDown aria-hidden />
              {follow.missed > 0 ? `${follow.missed} new below` : 'Follow'}
            </Button>
          </div>
        )}
      </div>
      <p className="text-ink-muted text-xs">
        {passing.length === lines.length ? `${lines.length} lines` : `${passing.length} of ${lines.length} lines`}
        {live && (follow.following ? ', following' : ', not following')}
      </p>
    </div>
  );
}
