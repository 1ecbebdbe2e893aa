'use client';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEditReason } from '@/components/shell/edit-reason';
import { ServiceLogo } from '@/components/shell/service-logo';
import { LinkButton } from '@/components/ui/link';
import { NextLink } from '@/components/ui/next-link';
import { isOffered, useEnvironmentTypes } from '@/lib/client/catalog';
import type { Service } from '@/lib/model/environment';
import { goesTogether } from '@/lib/model/goes-together';

/** So many kinds are named; the others are a press away. */
const NAMED = 3;

/** The way from the services of an environment to the next one: the kinds that go with them, and all others. */
export function NextServices({ environmentId, services }: { environmentId: string; services: readonly Service[] }) {
  const t = useTranslations('topology.nextServices');
  const reason = useEditReason(environmentId);
  const types = useEnvironmentTypes(environmentId).data;
  if (reason !== null || !types) return null;
  const add = `/environments/${environmentId}/services/add`;
  return (
    <nav aria-label={t('label')} className="flex flex-wrap items-center gap-2">
      <LinkButton href={add}>
        <Plus aria-hidden />
        {t('another')}
      </LinkButton>
      {/* on a phone they would push the drawing out of sight; the button leads to all of them */}
      <ul className="flex flex-wrap items-center gap-2 max-sm:hidden">
        {goesTogether(services, types, types.filter(isOffered))
          .slice(0, NAMED)
          .map(({ type, title }) => (
            <li key={type}>
              <NextLink
                href={`${add}/${type}`}
                className="flex h-9 items-center gap-2 rounded-full border border-line bg-surface pr-3.5 pl-2 hover:border-accent-line hover:bg-hover touch-target"
              >
                <ServiceLogo type={type} className="size-5" />
                {title}
              </NextLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
