'use client';
import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ActionArgument } from '@/lib/model/action-arguments';
import type { FieldInput } from './entered-arguments';

/** Kinds that are written as JSON. */
const JSON_KINDS = ['list', 'map', 'json'] as const;

/** One argument of an action, asked for as its contract says. */
export function ActionField({
  argument,
  value,
  error,
  onChange,
}: {
  argument: ActionArgument;
  value: FieldInput;
  error: string | null;
  onChange: (value: FieldInput) => void;
}) {
  const t = useTranslations('workflows.writtenAs');
  const { label, help, kind, required, choices } = argument;
  const written = JSON_KINDS.find((one) => one === kind);
  if (kind === 'boolean') {
    return <Checkbox checked={value === true} onCheckedChange={onChange} label={label} help={help || undefined} />;
  }
  return (
    <Field
      label={label}
      help={[help, written ? t(written) : ''].filter(Boolean).join(' ') || undefined}
      error={error}
      optional={!required}
      control={kind === 'choice' ? 'parts' : 'input'}
    >
      {kind === 'choice' ? (
        <Select
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          value={value === '' ? null : String(value)}
          onValueChange={onChange}
        />
      ) : (
        <Input
          value={String(value)}
          onValueChange={onChange}
          type={kind === 'password' ? 'password' : 'text'}
          autoComplete={kind === 'password' ? 'new-password' : undefined}
          inputMode={kind === 'integer' || kind === 'number' ? 'decimal' : undefined}
        />
      )}
    </Field>
  );
}
