'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import { Select } from '@/components/ui/select';
import type { VersionOption } from './version-options';

/** Chooses one side of a comparison. */
export function VersionSelect({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: VersionOption[];
  value: string;
  onChange: (ref: string) => void;
}) {
  const t = useTranslations('history');
  const format = useFormatter();
  const labelId = useId();
  return (
    <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1.5">
      <span id={labelId} className="font-medium">
        {label}
      </span>
      <Select
        label={label}
        value={value}
        onValueChange={onChange}
        options={options.map(({ ref, kind, version, entry }) => ({
          value: ref,
          label: t(`sides.${kind}`, { version }),
          hint: entry?.finished
            ? t('sides.made', {
                name: entry.user_name === '' ? t('somebody') : entry.user_name,
                date: format.dateTime(new Date(entry.finished), { dateStyle: 'medium', timeStyle: 'short' }),
              })
            : undefined,
        }))}
      />
    </div>
  );
}
