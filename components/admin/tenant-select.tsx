'use client';
import { cn } from '@/components/ui/class-names';
import { Select } from '@/components/ui/select';
import { useTenants } from '@/lib/client/administration';

const EVERY = 'every';
/** So many tenants are offered; words that are searched find those of others. */
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
  const tenants = useTenants('', OFFERED).data?.pages[0]?.tenants ?? [];
  const known = value === '' || tenants.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      className={cn('w-full sm:w-48', className)}
      value={value === '' ? EVERY : value}
      onValueChange={(tenant) => onChange(tenant === EVERY ? '' : tenant)}
      options={[
        { value: EVERY, label: every },
        ...(known ? [] : [{ value, label: value }]),
        ...tenants.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
