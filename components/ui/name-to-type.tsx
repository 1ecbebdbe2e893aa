'use client';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Input } from './input';

/** The field in which a name is typed before what cannot be undone. */
export function NameToType({
  name,
  value,
  onValueChange,
}: {
  name: string;
  value: string;
  onValueChange: (typed: string) => void;
}) {
  const t = useTranslations('ui');
  const id = useId();
  return (
    <label htmlFor={id} className="flex flex-col gap-1.5 text-ink">
      <span>
        {t.rich('typeToConfirm', {
          name: () => <strong className="select-all break-all font-mono text-[13px]">{name}</strong>,
        })}
      </span>
      <Input id={id} value={value} autoComplete="off" spellCheck={false} onValueChange={onValueChange} />
    </label>
  );
}
