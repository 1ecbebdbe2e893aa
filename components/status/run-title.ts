'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { Service } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { RunChange } from '@/lib/model/run-summary';
import type { RunKind } from '@/lib/model/runs/kinds';
import { LIFECYCLE_TITLES } from '@/lib/model/runs/lifecycle-workflows';
import type { RunTarget } from '@/lib/model/runs/target';
import { UNIT_WORKFLOWS, type UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** What names a deployment: the version it makes and what it was asked to do. */
export interface RunName {
  kind: RunKind;
  version: number | null;
  /** what it calls; null or absent for other kinds */
  action?: { title: string; method: string; object: string } | null;
  summary: readonly RunChange[];
  /** names of the machines or the service that it is for; none: all that there is, or it is not known */
  about?: readonly string[];
}

/** So many services are named in one sentence; of more it is told how many they are. */
const NAMED = 3;

/** Changes that are told first, with the name of what they concern in front. */
const LED_BY_NAMES: ReadonlySet<RunChange['change']> = new Set(['added', 'removed', 'retried']);

/** The workflow over machines that a run is; null for one of another kind. */
export function workflowOf(kind: RunKind): UnitWorkflow | null {
  return UNIT_WORKFLOWS.find((name) => name === kind) ?? null;
}

/** The workflow of the lifecycle that a run is; null for one with a title that a package has given it. */
function lifecycleOf({ method, title }: { method: string; title: string }): keyof typeof LIFECYCLE_TITLES | null {
  const named = Object.entries(LIFECYCLE_TITLES).find(([name, own]) => method === `workflow.${name}` && title === own);
  return (named?.[0] as keyof typeof LIFECYCLE_TITLES | undefined) ?? null;
}

/**
 * What the machines or the service that a run is for are called.
 *
 * @param services of its environment
 * @returns none for a whole environment, and for what is no longer there
 */
export function targetNames(
  target: RunTarget,
  services: readonly {
    id: string;
    name: string;
    units: readonly Pick<Service['units'][number], 'id' | 'name' | 'state'>[];
  }[],
): string[] {
  if (target.entity === 'environment') return [];
  if (target.entity === 'service') return services.flatMap(({ id, name }) => (id === target.serviceId ? [name] : []));
  const wanted = new Set(target.entity === 'unit' ? [target.unitId] : target.unitIds);
  return services.flatMap(({ units }) => units).flatMap((unit) => (wanted.has(unit.id) ? [hostOf(unit)] : []));
}

/** What a deployment is called, in the viewer's language: "Version 2" and "shop added, db removed". */
export function useRunTitle() {
  const t = useTranslations('common.run');
  const format = useFormatter();
  const list = (names: readonly string[]) => {
    const others = names.length - NAMED;
    // one name more is no longer than saying that there is one more
    return others <= 1 ? format.list(names) : format.list([...names.slice(0, NAMED), t('others', { count: others })]);
  };
  const title = ({ kind, version, action }: Pick<RunName, 'kind' | 'version' | 'action'>): string => {
    if (action) {
      const own = lifecycleOf(action);
      return own === null ? action.title : t(`lifecycle.${own}`);
    }
    if (kind === 'delete') return t('deletion');
    const workflow = workflowOf(kind);
    if (workflow !== null) return t(`workflow.${workflow}`);
    return version === null ? t('next') : t('version', { version });
  };
  const summary = ({
    kind,
    summary: changes,
    action,
    about = [],
  }: Pick<RunName, 'kind' | 'summary' | 'action' | 'about'>): string => {
    if (action) return lifecycleOf(action) === null ? t('calledOn', { object: action.object }) : action.object;
    const workflow = workflowOf(kind);
    if (workflow !== null) return about.length > 0 ? list(about) : t(`workflowOn.${workflow}`);
    const of = (change: RunChange['change']) => changes.filter((one) => one.change === change);
    const names = (change: 'added' | 'removed' | 'changed') => {
      const found = of(change);
      if (found.length === 0) return [];
      return [t(change, { names: list(found.map(({ service }) => service ?? '')), count: found.length })];
    };
    const each = (change: 'machinesAdded' | 'machinesRemoved' | 'machinesReplaced') =>
      of(change).map(({ service, machines }) => t(change, { name: service ?? '', count: machines }));
    const parts = [
      ...names('added'),
      ...names('removed'),
      ...each('machinesAdded'),
      ...each('machinesRemoved'),
      ...each('machinesReplaced'),
      ...of('renamed').map(({ service, before = '' }) => t('renamed', { before, name: service ?? '' })),
      ...names('changed'),
      ...of('retried').map(({ machine = '' }) => t('retried', { machine })),
      ...of('continued').map(({ machines }) => t('continued', { count: machines })),
      ...of('again').map(() => t('again')),
      ...of('deleted').map(({ machines }) => t('deleted', { count: machines })),
    ];
    const said = parts.join('; ');
    // a name that leads stays as it was given
    const named = changes.some(({ change }) => LED_BY_NAMES.has(change));
    return named ? said : said.charAt(0).toUpperCase() + said.slice(1);
  };
  return {
    title,
    summary,
    /** Both in one: "Version 2: shop added". */
    both: (name: RunName): string => t('both', { title: title(name), summary: summary(name) }),
  };
}
