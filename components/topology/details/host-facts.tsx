'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { differencesOn } from '@/components/status/drift-words';
import { useSizeWords } from '@/components/status/size-words';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { useTopologyWords } from '../words';
import { FactRows } from './fact-rows';
import { serviceFacts } from './service-facts';

/** What is known of one machine, and the facts that its package wants shown. */
export function HostFacts({
  host,
  service,
  type,
}: {
  host: TopologyNode;
  service: Service | null;
  type: ServiceType | null;
}) {
  const t = useTranslations('topology.details');
  const w = useTranslations('workflows');
  const say = useTopologyWords();
  const size = useSizeWords();
  const { host: facts } = host;
  const status = facts?.condition?.status ?? null;
  const rows: [string, ReactNode][] = [
    [t('hostName'), facts?.hostName ?? t('noHostName')],
    [
      t('unit'),
      facts ? (
        <code key="unit" className="font-mono text-[13px]">
          {facts.unitName}
        </code>
      ) : null,
    ],
    [t('address'), facts?.address ?? null],
    [t('memberOf'), facts?.memberOf ?? (facts?.joining ? t('willJoin', { name: facts.joining }) : t('noMember'))],
    [
      t('machine'),
      facts?.phase && (
        <>
          {t(`phases.${facts.phase}`)}
          {facts.phaseAt !== null && <Since at={facts.phaseAt} />}
        </>
      ),
    ],
    [
      w('lastCheck'),
      facts?.condition &&
        (status === null || status?.at == null ? (
          w('neverChecked')
        ) : (
          <>
            {w(status.ok ? 'checked.works' : 'checked.broken')}
            <Since at={status.at} />
          </>
        )),
    ],
    [
      w('lastCompared'),
      facts?.condition?.drift?.at != null && (
        <>
          {w('compared', { count: differencesOn(host).length })}
          <Since at={facts.condition.drift.at} />
        </>
      ),
    ],
    [t('draft'), say.change(host)],
    ...serviceFacts(type, service, size).filter((fact): fact is [string, string] => fact[1] !== null),
  ];
  return <FactRows rows={rows} />;
}

function Since({ at }: { at: string }) {
  return (
    <span className="text-ink-muted">
      {' · '}
      <RelativeTime at={at} />
    </span>
  );
}
