'use client';
import { useTranslations } from 'next-intl';
import type { ListedEnvironmentView } from '@/lib/model/views';

/** Whom to ask about an environment: who deployed it last, else who made it. */
export function Owner({ environment }: { environment: Pick<ListedEnvironmentView, 'created_by' | 'deployed_by'> }) {
  const t = useTranslations('environments.owner');
  const { created_by: creator, deployed_by: deployer } = environment;
  const owner = deployer ?? creator;
  if (owner === null) return <>{t('none')}</>;
  const name = owner.name || t('gone');
  return <span title={t(deployer ? 'deployed' : 'created', { name })}>{name}</span>;
}
