'use client';
import { useTranslations } from 'next-intl';
import type { UnitState } from '@/lib/model/unit-state';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { StatusBadge } from './status-badge';

const LOOK = {
  up: 'ready',
  resting: 'stopped',
  partly: 'attention',
  drifted: 'attention',
  failed: 'failed',
  unknown: 'waiting',
} as const satisfies Record<string, UnitState>;

function isChanging(deployed: ListedEnvironmentView['deployed_status']): boolean {
  return deployed === 'deploying' || deployed === 'deleting';
}

const NOT_UP = ['failed', 'partly', 'drifted', 'resting'] as const;

type CountedMachines = Pick<ListedEnvironmentView, 'machines' | 'deployed_status'>;

/** How many machines of an environment are not up, with words that stand alone; nothing while all are, and while it changes. */
export function MachinesNotUpBadge({ environment }: { environment: CountedMachines }) {
  const t = useTranslations('common');
  const health = NOT_UP.find((one) => one === environment.machines.health);
  if (!health || isChanging(environment.deployed_status)) return null;
  return <HealthBadge health={health} word={t(`machinesNotUp.${health}`, countsOf(environment.machines))} />;
}

/** How many machines an environment has and whether they are up; while it changes, only how many. */
export function MachineHealthBadge({ environment: { machines, deployed_status } }: { environment: CountedMachines }) {
  const t = useTranslations('common');
  const { count, health } = machines;
  if (health === 'none') return <span className="text-ink-muted">{t('machineHealth.none')}</span>;
  if (isChanging(deployed_status)) {
    return <span className="text-ink-muted">{t('machineHealth.count', { count })}</span>;
  }
  return <HealthBadge health={health} word={t(`machineHealth.${health}`, countsOf(machines))} />;
}

function HealthBadge({ health, word }: { health: keyof typeof LOOK; word: string }) {
  const t = useTranslations('common');
  return <StatusBadge state={LOOK[health]} word={word} hint={t(`machineHealthSentences.${health}`)} />;
}

/** The numbers that their words name. */
function countsOf({ count, up, failed, resting, suspended, drifted }: ListedEnvironmentView['machines']) {
  const rest = suspended === 0 ? 'stopped' : suspended === resting ? 'suspended' : 'both';
  return { count, up, failed, resting, drifted, rest, missing: count - up - resting };
}
