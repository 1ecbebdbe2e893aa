'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { RunDeed } from '@/lib/model/run-summary';

/** What names a deployment: the version it makes and what it was asked to do. */
export interface RunName {
  kind: 'deploy' | 'delete';
  version: number | null;
  summary: readonly RunDeed[];
}

/** So many services are named in one sentence; of more it is told how many they are. */
const NAMED = 3;

/** Deeds that are told first, with the name of what they concern in front. */
const LED_BY_NAMES: ReadonlySet<RunDeed['deed']> = new Set(['added', 'removed']);

/** What a deployment is called, in the viewer's language: "Version 2" and "shop added, db removed". */
export function useRunTitle() {
  const t = useTranslations('common.run');
  const format = useFormatter();
  const list = (names: readonly string[]) => {
    const others = names.length - NAMED;
    // one name more is no longer than saying that there is one more
    return others <= 1 ? format.list(names) : format.list([...names.slice(0, NAMED), t('others', { count: others })]);
  };
  const title = ({ kind, version }: Pick<RunName, 'kind' | 'version'>): string => {
    if (kind === 'delete') return t('deletion');
    return version === null ? t('next') : t('version', { version });
  };
  const summary = ({ summary: deeds }: Pick<RunName, 'summary'>): string => {
    const of = (deed: RunDeed['deed']) => deeds.filter((one) => one.deed === deed);
    const names = (deed: 'added' | 'removed' | 'changed') => {
      const found = of(deed);
      if (found.length === 0) return [];
      return [t(deed, { names: list(found.map(({ service }) => service ?? '')), count: found.length })];
    };
    const each = (deed: 'machinesAdded' | 'machinesRemoved' | 'machinesReplaced') =>
      of(deed).map(({ service, machines }) => t(deed, { name: service ?? '', count: machines }));
    const parts = [
      ...names('added'),
      ...names('removed'),
      ...each('machinesAdded'),
      ...each('machinesRemoved'),
      ...each('machinesReplaced'),
      ...of('renamed').map(({ service, before = '' }) => t('renamed', { before, name: service ?? '' })),
      ...names('changed'),
      ...of('continued').map(({ machines }) => t('continued', { count: machines })),
      ...of('again').map(() => t('again')),
      ...of('deleted').map(({ machines }) => t('deleted', { count: machines })),
    ];
    const said = parts.join('; ');
    // a name that leads stays as it was given
    const named = deeds.some(({ deed }) => LED_BY_NAMES.has(deed));
    return named ? said : said.charAt(0).toUpperCase() + said.slice(1);
  };
  return {
    title,
    summary,
    /** Both in one: "Version 2: shop added". */
    both: (name: RunName): string => t('both', { title: title(name), summary: summary(name) }),
  };
}
