'use client';
import { useTranslations } from 'next-intl';
import { PasswordGuide } from '@/components/forms/password-guide';
import { Field } from '@/components/ui/field';
import { SecretInput } from '@/components/ui/secret-input';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { OpenSecret } from '@/lib/model/templates/views';

const ACCOUNTS = ['Administrator'];

/** Fields for secrets that somebody has to type, by their ids. */
export function SecretFields({
  secrets,
  values,
  onChange,
  showMissing,
  problems,
}: {
  secrets: readonly OpenSecret[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  showMissing: boolean;
  /** what the server found; a secret without a key is named by its path */
  problems: readonly FieldProblem[];
}) {
  const t = useTranslations('templates.import');
  return secrets.map(({ id, label, service, kind }) => {
    const value = values[id] ?? '';
    const missing = showMissing && value === '' ? t('secretMissing') : null;
    return (
      <Field
        key={id}
        label={t('secretFor', { label, service })}
        error={missing ?? problems.find(({ path }) => path === id)?.sentence ?? null}
      >
        <SecretInput
          value={value}
          onValueChange={(next) => onChange({ ...values, [id]: next })}
          strength={
            kind === 'password' && value !== '' ? <PasswordGuide password={value} accounts={ACCOUNTS} /> : undefined
          }
        />
      </Field>
    );
  });
}
