'use client';
import { ArrowDownToLine, ChevronDown, ChevronUp, ListFilter, OctagonX, Pause, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { SearchInput, stepByEnter } from '@/components/ui/search-input';
import { Select } from '@/components/ui/select';
import { LEVELS, type Level } from '@/lib/model/levels';

const ALL_UNITS = 'all';

export interface LogToolsProps {
  typed: string;
  onTyped: (typed: string) => void;
  /** lines that hold what is typed, and which of them is the present one, from 1 */
  matches: { count: number; present: number | null };
  onMatch: (step: 1 | -1) => void;
  only: boolean;
  onOnly: (only: boolean) => void;
  units: readonly { unitId: string; title: string }[];
  unitId: string | null;
  onUnit: (unitId: string | null) => void;
  level: Level;
  onLevel: (level: Level) => void;
  /** the log still grows, and can be held */
  pausable: boolean;
  paused: boolean;
  onPause: (paused: boolean) => void;
  /** null when no line tells of an error */
  onFirstError: (() => void) | null;
  /** the log as shown, as text */
  text: () => string;
  /** name of the file it is stored as */
  fileName: string;
}

/** What can be done with the log: search, filter, pause, take along. */
export function LogTools(props: LogToolsProps) {
  const t = useTranslations('deployments.log');
  const { typed, matches, units, unitId, level, pausable, paused, only } = props;
  const levels = LEVELS.map((value) => ({ value, label: t(`atLeast.${value}`) }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex min-w-full flex-1 items-center gap-1 sm:min-w-72">
        <SearchInput
          label={t('search')}
          value={typed}
          onValueChange={props.onTyped}
          onKeyDown={stepByEnter(props.onMatch)}
          className={typed === '' ? undefined : 'pr-24'}
        >
          {typed !== '' && (
            <span
              role="status"
              className="pointer-events-none absolute top-1/2 right-8 -translate-y-1/2 text-ink-muted text-xs tabular-nums"
            >
              {matches.count === 0
                ? t('noMatch')
                : matches.present === null
                  ? t('matches', { count: matches.count })
                  : t('matchOf', { present: matches.present, count: matches.count })}
            </span>
          )}
        </SearchInput>
        <IconButton label={t('previousMatch')} disabled={matches.count === 0} onClick={() => props.onMatch(-1)}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label={t('nextMatch')} disabled={matches.count === 0} onClick={() => props.onMatch(1)}>
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton
          label={t('onlyMatches')}
          aria-pressed={only}
          variant={only ? 'secondary' : 'ghost'}
          onClick={() => props.onOnly(!only)}
        >
          <ListFilter aria-hidden />
        </IconButton>
      </div>
      <Select
        label={t('machine')}
        className="min-w-32 flex-1 sm:w-40 sm:flex-none"
        value={unitId ?? ALL_UNITS}
        onValueChange={(value) => props.onUnit(value === ALL_UNITS ? null : value)}
        options={[
          { value: ALL_UNITS, label: t('allMachines') },
          ...units.map((unit) => ({ value: unit.unitId, label: unit.title })),
        ]}
      />
      <Select
        label={t('level')}
        className="min-w-32 flex-1 sm:w-44 sm:flex-none"
        value={level}
        onValueChange={(value) => props.onLevel(LEVELS.find((one) => one === value) ?? 'info')}
        options={levels}
      />
      <div className="flex items-center gap-1">
        {pausable && (
          <Button size="sm" aria-pressed={paused} onClick={() => props.onPause(!paused)}>
            {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
            {paused ? t('resume') : t('pause')}
          </Button>
        )}
        {props.onFirstError && (
          <Button size="sm" onClick={props.onFirstError}>
            <OctagonX aria-hidden />
            {t('firstError')}
          </Button>
        )}
        <CopyButton text={props.text} label={t('copy')} />
        <IconButton label={t('download')} size="sm" onClick={() => saveText(props.text(), props.fileName)}>
          <ArrowDownToLine aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Has the browser store a text as a file. */
function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
