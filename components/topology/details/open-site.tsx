'use client';
import { Globe } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { buttonClasses } from '@/components/ui/button-classes';

/** Opens what a service or a machine shows to people, in a tab of its own. */
export function OpenSite({ href }: { href: string }) {
  const t = useTranslations('topology.list');
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClasses('primary', 'md', 'self-start')}>
      <Globe aria-hidden />
      {t('openSite')}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  );
}
