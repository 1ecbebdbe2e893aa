'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useId, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { Select } from '@/components/ui/select';
import { useMadeWords } from './use-made-words';
import type { VersionOption } from './version-options';

const FindVersion = onDemand<ComponentProps<typeof import('./find-version').FindVersion>>(
  async () => (await import('./find-version')).FindVersion,
);

/** Stands for "none of these" in the list; no version is called so. */
const ANOTHER = 'another';

/** Chooses one side of a comparison. */
export function VersionSelect({
  environmentId,
  label,
  options,
  more,
  value,
  onChange,
}: {
  environmentId: string;
  label: string;
  options: VersionOption[];
  /** whether there are versions besides, to be looked for */
  more: boolean;
  value: string;
  onChange: (ref: string) => void;
}) {
  const t = useTranslations('history');
  const made = useMadeWords();
  const labelId = useId();
  const [looking, setLooking] = useState(false);
  return (
    <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1.5">
      <span id={labelId} className="font-medium">
        {label}
      </span>
      <Select
        label={label}
        value={value}
        onValueChange={(ref) => (ref === ANOTHER ? setLooking(true) : onChange(ref))}
        options={[
          ...options.map((option) => ({
            value: option.ref,
            label: t(`sides.${option.kind}`, { version: option.version }),
            hint: option.made ? made(option.made) : undefined,
          })),
          ...(more ? [{ value: ANOTHER, label: t('sides.another') }] : []),
        ]}
      />
      <FindVersion
        environmentId={environmentId}
        open={looking}
        onOpenChange={setLooking}
        onFound={(version) => onChange(String(version))}
      />
    </div>
  );
}
