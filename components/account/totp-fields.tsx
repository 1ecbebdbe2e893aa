'use client';
import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SecretInput } from '@/components/ui/secret-input';
import { isApiProblem } from '@/lib/client/api-problem';

interface Props {
  value: string;
  onValueChange: (value: string) => void;
  /** why the server refused the form it stands in */
  error: unknown;
}

/** What the server says of a field of a form; null when nothing. */
export function fieldSentence(error: unknown, path: string): string | null {
  return isApiProblem(error) ? (error.fields.find((field) => field.path === path)?.sentence ?? null) : null;
}

/** Asks for one's password once more. */
export function PasswordField({ value, onValueChange, error }: Props) {
  const t = useTranslations('account.totp');
  return (
    <Field label={t('password')} error={fieldSentence(error, 'password')}>
      <SecretInput name="password" autoComplete="current-password" value={value} onValueChange={onValueChange} />
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
    <Field label={t('code')} help={help} error={fieldSentence(error, 'totp')}>
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
