'use client';
import { useTranslations } from 'next-intl';
import { Field } from './field';
import { Input } from './input';
import { SecretInput } from './secret-input';

interface Props {
  value: string;
  onValueChange: (value: string) => void;
  /** why the server refused it; null: it did not */
  error: string | null;
}

/** Asks for one's password once more. */
export function PasswordField({
  value,
  onValueChange,
  error,
  help,
  autoFocus,
}: Props & { help?: string; autoFocus?: boolean }) {
  const t = useTranslations('account.totp');
  return (
    <Field label={t('password')} help={help} error={error}>
      <SecretInput
        name="password"
        autoFocus={autoFocus}
        autoComplete="current-password"
        value={value}
        onValueChange={onValueChange}
      />
    </Field>
  );
}

/** Asks for a code of the app. */
export function CodeField({
  value,
  onValueChange,
  error,
  help,
  autoFocus,
}: Props & { help: string; autoFocus?: boolean }) {
  const t = useTranslations('account.totp');
  return (
    <Field label={t('code')} help={help} error={error}>
      <Input
        name="totp"
        autoFocus={autoFocus}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onValueChange={onValueChange}
      />
    </Field>
  );
}
