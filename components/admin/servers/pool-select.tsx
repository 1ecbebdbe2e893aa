'use client';
import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useServerPools } from '@/lib/client/server-pools';

/** Asks for the pool of a server; where there is only one, nothing is asked. @param value id; null: the default one */
export function PoolSelect({
  value,
  help,
  error,
  disabled = false,
  onChange,
}: {
  value: string | null;
  help: string;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (id: string) => void;
}) {
  const t = useTranslations('admin.servers.form');
  const pools = useServerPools().data?.pools ?? [];
  if (pools.length < 2) return null;
  const chosen = value ?? pools.find((pool) => pool.is_default)?.id ?? null;
  return (
    <Field label={t('pool')} help={help} error={error}>
      <Select
        options={pools.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        disabled={disabled}
        onValueChange={onChange}
      />
    </Field>
  );
}
