'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SecretInput } from '@/components/ui/secret-input';
import { MASK } from '@/lib/model/secret';
import { PasswordGuide } from './password-guide';
import type { PropertyFieldProps } from './property-surroundings';
import { useMadePassword } from './use-made-password';

/**
 * A secret: never shown once saved, only replaced. A saved one arrives as the mask, and the mask sent back means
 * "unchanged".
 */
export function SecretField(props: PropertyFieldProps) {
  const { property, value, onChange, onBlur, inputRef, error, disabled, confirmation, surroundings } = props;
  const t = useTranslations('forms');
  // German nouns keep their capitals in the middle of a sentence.
  const lower = useLocale() === 'de' ? property.label : property.label.toLowerCase();
  const [wasSaved] = useState(value === MASK);
  const [replaced, setReplaced] = useState(!wasSaved);
  const text = typeof value === 'string' ? value : '';
  const { make, made } = useMadePassword(surroundings.accounts, text, (password) => {
    onChange(password);
    confirmation?.onChange(password);
  });
  if (!replaced) {
    return (
      <Field label={property.label} help={t('saved')} error={error} control="parts">
        <div className="flex w-full items-center justify-between gap-3 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
          <span aria-hidden className="font-mono tracking-widest">
            ••••••••
          </span>
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled}
            onClick={() => {
              setReplaced(true);
              onChange('');
            }}
          >
            {t('change', { lower })}
          </Button>
        </div>
      </Field>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={property.label}
        help={property.help || undefined}
        error={error}
        disabled={disabled}
        optional={!property.required}
      >
        <SecretInput
          ref={inputRef}
          value={text}
          onValueChange={onChange}
          onBlur={onBlur}
          make={property.kind === 'password' ? make : undefined}
          made={made}
          strength={
            property.kind === 'password' ? (
              <PasswordGuide password={text} accounts={surroundings.accounts} />
            ) : undefined
          }
        />
      </Field>
      {confirmation && !made && (
        <Field label={t('onceMore', { label: property.label })} error={confirmation.error} disabled={disabled}>
          <SecretInput value={confirmation.value} onValueChange={confirmation.onChange} />
        </Field>
      )}
      {wasSaved && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => {
            setReplaced(false);
            onChange(MASK);
          }}
        >
          {t('keep', { lower })}
        </Button>
      )}
    </div>
  );
}
