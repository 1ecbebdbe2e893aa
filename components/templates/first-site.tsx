'use client';
import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { useEnvironment } from '@/lib/client/environments';
import { siteHref } from '@/lib/client/site-link';

/** The way to the first page that a service of an environment serves, as soon as there is one. */
export function FirstSite({
  environmentId,
  name,
  onOpen,
}: {
  environmentId: string;
  name: string;
  onOpen: () => void;
}) {
  const t = useTranslations('templates.guide');
  const { simulated } = useMe().cloud;
  const { data: environment } = useEnvironment(environmentId);
  const site = environment?.services
    .map(({ uri }) => siteHref(typeof uri === 'string' ? uri : null, simulated))
    .find((href) => href !== null);
  if (!site) {
    return <p className="text-[13px] text-ink-muted">{environment ? t('openNone') : ' '}</p>;
  }
  return (
    <a
      href={site}
      target="_blank"
      rel="noreferrer"
      onClick={onOpen}
      className="inline-flex items-center gap-1.5 rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline"
    >
      {t('openLink', { name })}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
