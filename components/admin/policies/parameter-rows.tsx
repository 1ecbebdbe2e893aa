'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import type { TypedParameter } from './parameter-values';

/** The values that rules find in their table `parameter`, by name. */
export function ParameterRows({
  rows,
  disabled,
  onChange,
}: {
  rows: readonly TypedParameter[];
  disabled: boolean;
  onChange: (rows: TypedParameter[]) => void;
}) {
  const t = useTranslations('policies.parameters');
  const change = (at: number, part: Partial<TypedParameter>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{t('title')}</legend>
      <p className="text-[13px] text-ink-muted">{t('help')}</p>
      {rows.map((row, at) => (
        <div key={row.key} className="flex items-center gap-2">
          <Input
            aria-label={t('name')}
            value={row.name}
            disabled={disabled}
            onValueChange={(name) => change(at, { name })}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          <Input
            aria-label={t('value', { name: row.name })}
            value={row.value}
            disabled={disabled}
            onValueChange={(value) => change(at, { value })}
            autoComplete="off"
            spellCheck={false}
          />
          {!disabled && (
            <IconButton
              label={t('remove', { name: row.name })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => onChange([...rows, { key: nextKey(rows), name: '', value: '' }])}
        >
          <Plus aria-hidden />
          {t('add')}
        </Button>
      )}
    </fieldset>
  );
}

/** A key that no row has. */
function nextKey(rows: readonly TypedParameter[]): string {
  const taken = new Set(rows.map(({ key }) => key));
  let at = rows.length;
  while (taken.has(`new ${at}`)) at += 1;
  return `new ${at}`;
}
