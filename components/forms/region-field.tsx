'use client';
import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

/** Asks for the region of a new environment; nothing where there is no choice. */
export function RegionField({
  regions,
  value,
  onValueChange,
}: {
  /** the usual one first */
  regions: readonly string[];
  /** undefined: the usual one */
  value: string | undefined;
  onValueChange: (region: string) => void;
}) {
  const t = useTranslations('environments.create');
  if (regions.length < 2) return null;
  return (
    <Field label={t('region')} help={t('regionHelp')}>
      <Select
        value={value ?? regions[0] ?? null}
        onValueChange={onValueChange}
        options={regions.map((name) => ({ value: name, label: name }))}
      />
    </Field>
  );
}
