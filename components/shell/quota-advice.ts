'use client';
import { useTranslations } from 'next-intl';
import type { MeView } from '@/lib/model/me';
import { useMe } from './me-context';

/** What whoever reads it can do when there is no room for more machines. */
export function useQuotaAdvice(): string {
  return useTranslations('shell.quotaAdvice')(quotaAdvice(useMe()));
}

/** The same as a key of the texts. A pool has as much room as servers enrolled, and administrators make room themselves. */
export function quotaAdvice({ cloud, system_admin: isAdministrator }: Pick<MeView, 'cloud' | 'system_admin'>) {
  if (cloud.name === 'pool') return isAdministrator ? 'enrol' : 'askForServer';
  return isAdministrator ? 'enlarge' : 'askForQuota';
}
