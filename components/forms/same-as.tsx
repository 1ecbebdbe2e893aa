'use client';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { Button } from '@/components/ui/button';
import { FieldContext } from '@/components/ui/field-context';
import { Menu, MenuItem } from '@/components/ui/menu';
import type { SharedSecret } from '@/lib/model/shared-secrets';

/** Offers the secrets that other services have for the same purpose: one by its name, several in a menu. */
export function SameAs({
  offered,
  disabled,
  onChoose,
}: {
  offered: readonly SharedSecret[];
  disabled: boolean | undefined;
  onChoose: (secret: SharedSecret) => void;
}) {
  const t = useTranslations('forms');
  const label = use(FieldContext)?.labelId;
  const [first, ...others] = offered;
  if (!first) return null;
  if (others.length === 0) {
    return (
      <Button
        size="sm"
        className="self-start"
        aria-describedby={label}
        disabled={disabled}
        onClick={() => onChoose(first)}
      >
        <KeyRound aria-hidden />
        {t('sameAs', { service: first.serviceName })}
      </Button>
    );
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" className="self-start" aria-describedby={label} disabled={disabled}>
          <KeyRound aria-hidden />
          {t('sameAsAnother')}
        </Button>
      }
    >
      {offered.map((secret) => (
        <MenuItem key={`${secret.serviceId}/${secret.property}`} onSelect={() => onChoose(secret)}>
          {secret.serviceName}
        </MenuItem>
      ))}
    </Menu>
  );
}
