'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { searchBeyond } from '@/components/ui/found-select';
import { useFoundEnvironments } from '@/lib/client/environments';

/** So many environments are offered, those that changed last; others are found by their names. */
const OFFERED = 100;

/** The tenant's environments to choose one of, and the words that find others, where there are more than are offered. */
export function useEnvironmentChoice(offered = OFFERED) {
  const t = useTranslations('ui');
  const [words, setWords] = useState('');
  const { data, isPending } = useFoundEnvironments({ search: words, limit: offered });
  const search = searchBeyond(offered, data?.count, { label: t('findEnvironment'), words, onChange: setWords });
  return { environments: data?.environments ?? [], search, isPending };
}
