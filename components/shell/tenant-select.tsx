'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { FoundSelect, searchBeyond } from '@/components/ui/found-select';
import { useTenants } from '@/lib/client/administration';

const EVERY = 'every';
/** So many tenants are offered; others are found by their names. */
const OFFERED = 100;

/** One tenant to keep to, or all of them; the one that is chosen is offered, however many there are. */
export function TenantSelect({
  label,
  every,
  value,
  onChange,
  className,
}: {
  label: string;
  every: string;
  /** its id; empty for all */
  value: string;
  onChange: (tenantId: string) => void;
  className?: string;
}) {
  const t = useTranslations('admin');
  const [words, setWords] = useState('');
  const page = useTenants(words, OFFERED).data?.pages[0];
  return (
    <FoundSelect
      label={label}
      search={searchBeyond(OFFERED, page?.count, { label: t('findTenant'), words, onChange: setWords })}
      className={cn('w-full sm:w-48', className)}
      value={value === '' ? EVERY : value}
      onValueChange={(tenant) => onChange(tenant === EVERY ? '' : tenant)}
      options={[
        { value: EVERY, label: every },
        ...(page?.tenants ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
