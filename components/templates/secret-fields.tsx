'use client';
import { useTranslations } from 'next-intl';
import { PasswordGuide } from '@/components/forms/password-guide';
import { useMadePassword } from '@/components/forms/use-made-password';
import { Field } from '@/components/ui/field';
import { SecretInput } from '@/components/ui/secret-input';
import type { FieldProblem } from '@/lib/model/field-problem';
import { BUILT_IN_ACCOUNTS } from '@/lib/model/property-facts';
import type { OpenSecret } from '@/lib/model/templates/views';

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
  return secrets.map((secret) => {
    const value = values[secret.id] ?? '';
    const missing = showMissing && value === '' ? t('secretMissing') : null;
    return (
      <SecretToType
        key={secret.id}
        secret={secret}
        value={value}
        onChange={(next) => onChange({ ...values, [secret.id]: next })}
        error={missing ?? problems.find(({ path }) => path === secret.id)?.sentence ?? null}
      />
    );
  });
}

function SecretToType({
  secret: { label, service, kind },
  value,
  onChange,
  error,
}: {
  secret: OpenSecret;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}) {
  const t = useTranslations('templates.import');
  const { make, made } = useMadePassword(BUILT_IN_ACCOUNTS, value, onChange);
  const password = kind === 'password';
  return (
    <Field label={t('secretFor', { label, service })} error={error}>
      <SecretInput
        value={value}
        onValueChange={onChange}
        make={password ? make : undefined}
        made={made}
        strength={
          password && value !== '' ? <PasswordGuide password={value} accounts={BUILT_IN_ACCOUNTS} /> : undefined
        }
      />
    </Field>
  );
}
