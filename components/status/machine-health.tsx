'use client';
import { useTranslations } from 'next-intl';
import type { UnitState } from '@/lib/model/unit-state';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { StatusBadge } from './status-badge';

const LOOK = {
  up: 'ready',
  resting: 'stopped',
  partly: 'attention',
  failed: 'failed',
  unknown: 'waiting',
} as const satisfies Record<string, UnitState>;

function isChanging(deployed: ListedEnvironmentView['deployed_status']): boolean {
  return deployed === 'deploying' || deployed === 'deleting';
}

const NOT_UP = ['failed', 'partly', 'resting'] as const;

/** How many machines of an environment are not up, with words that stand alone; nothing while all are, and while it changes. */
export function MachinesNotUpBadge({
  environment: { machines, deployed_status: deployed },
}: {
  environment: Pick<ListedEnvironmentView, 'machines' | 'deployed_status'>;
}) {
  const t = useTranslations('common');
  const { count, up, failed, resting } = machines;
  const health = NOT_UP.find((one) => one === machines.health);
  if (!health || isChanging(deployed)) return null;
  return (
    <StatusBadge
      state={LOOK[health]}
      word={t(`machinesNotUp.${health}`, { count, failed, missing: count - up - resting, resting })}
      hint={t(`machineHealthSentences.${health}`)}
    />
  );
}

/** How many machines an environment has and whether they are up; while it changes, only how many. */
export function MachineHealthBadge({
  environment: { machines, deployed_status: deployed },
}: {
  environment: Pick<ListedEnvironmentView, 'machines' | 'deployed_status'>;
}) {
  const t = useTranslations('common');
  const { count, up, failed, resting, health } = machines;
  if (health === 'none') return <span className="text-ink-muted">{t('machineHealth.none')}</span>;
  if (isChanging(deployed)) {
    return <span className="text-ink-muted">{t('machineHealth.count', { count })}</span>;
  }
  return (
    <StatusBadge
      state={LOOK[health]}
      word={t(`machineHealth.${health}`, { count, failed, missing: count - up - resting, resting, up })}
      hint={t(`machineHealthSentences.${health}`)}
    />
  );
}
