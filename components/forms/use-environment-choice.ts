'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { OptionSearch } from '@/components/ui/found-select';
import { useFoundEnvironments } from '@/lib/client/environments';

/** So many environments are offered, those that changed last; others are found by their names. */
const OFFERED = 100;

/** The tenant's environments to choose one of, and the words that find others, where there are more than are offered. */
export function useEnvironmentChoice(offered = OFFERED) {
  const t = useTranslations('ui');
  const [words, setWords] = useState('');
  const { data, isPending } = useFoundEnvironments({ search: words, limit: offered });
  const isCut = words !== '' || (data?.count ?? 0) > offered;
  const search: OptionSearch | null = isCut ? { label: t('findEnvironment'), words, onChange: setWords } : null;
  return { environments: data?.environments ?? [], search, isPending };
}
