'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { useTenants } from '@/lib/client/administration';

/** So many tenants are listed at once; others are found by their names. */
const LISTED = 20;

export interface PickableTenant {
  id: string;
  name: string;
  enabled: boolean;
}

/**
 * Tenants to decide about one by one: those that were decided about already, then as many as a list holds, or those
 * that a search finds.
 */
export function TenantPicker({
  decided,
  children,
}: {
  decided: readonly { id: string; name: string }[];
  children: (tenants: PickableTenant[]) => ReactNode;
}) {
  const t = useTranslations('admin');
  const [words, setWords] = useState('');
  const page = useTenants(words, LISTED).data?.pages[0];
  const found = page?.tenants ?? [];
  const ids = new Set(found.map(({ id }) => id));
  const others = words === '' ? decided.filter(({ id }) => !ids.has(id)) : [];
  const search = words !== '' || (page?.count ?? 0) > LISTED;
  return (
    <>
      {search && (
        <SearchField label={t('findTenant')} value={words} onChange={setWords} className="mb-2 w-full flex-none" />
      )}
      {children([...others.map((one) => ({ ...one, enabled: true })), ...found])}
    </>
  );
}
