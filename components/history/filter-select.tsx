'use client';
import { Select } from '@/components/ui/select';

/** Stands for "no filter": a select needs a value for it. */
const ALL = 'all';

/** One filter of a list; null for everything. */
export function FilterSelect({
  label,
  all,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  /** the words for everything */
  all: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  className?: string;
}) {
  return (
    <Select
      label={label}
      options={[{ value: ALL, label: all }, ...options]}
      value={value ?? ALL}
      onValueChange={(next) => onChange(next === ALL ? null : next)}
      className={className ?? 'w-full sm:w-48'}
    />
  );
}
