'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATES, type UnitState } from '@/lib/model/unit-state';
import { useTopologyWords } from './words';

/** The states that machines are in: shape, colour and how many, and the choice to see only those. */
export function StateFilter({
  hosts,
  chosen,
  onToggle,
}: {
  hosts: readonly TopologyNode[];
  chosen: readonly UnitState[];
  onToggle: (state: UnitState) => void;
}) {
  const t = useTranslations('topology.states');
  const common = useTranslations('common.unitStateSentences');
  const format = useFormatter();
  const { state: word } = useTopologyWords();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('label')}</legend>
      {UNIT_STATES.map((state) => {
        const count = hosts.filter((host) => host.state === state && host.removal !== 'removed').length;
        const pressed = chosen.includes(state);
        if (count === 0 && !pressed) return null;
        return (
          <button
            key={state}
            type="button"
            aria-pressed={pressed}
            aria-label={t('chip', { word: word(state), count })}
            title={common(state)}
            onClick={() => onToggle(state)}
            className={cn(
              'touch-target inline-flex h-8 items-center gap-1.5 rounded-full border px-2.5 text-[13px] transition-colors',
              pressed ? 'border-accent bg-accent-soft text-accent-ink' : 'bg-surface hover:bg-hover',
            )}
          >
            <StatusIcon state={state} className="size-3.5 animate-none" />
            {word(state)}
            <span className="text-ink-muted tabular-nums">{format.number(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
