'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TermHint } from '@/components/status/term-hint';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SecretInput } from '@/components/ui/secret-input';
import type { Json } from '@/lib/model/json';
import { copiedFrom, MASK, secretCopy } from '@/lib/model/secret';
import { PasswordGuide } from './password-guide';
import type { PropertyFieldProps } from './property-field-context';
import { SameAs } from './same-as';
import { useMadePassword } from './use-made-password';

/**
 * A secret: never shown once saved, only replaced. A saved one arrives as the mask, and the mask sent back means
 * "unchanged". One that another service has for the same purpose can be taken over: the server copies it.
 */
export function SecretField(props: PropertyFieldProps) {
  const { property, value, onChange, disabled, error, confirmation, context } = props;
  const t = useTranslations('forms');
  // German nouns keep their capitals in the middle of a sentence.
  const lower = useLocale() === 'de' ? property.label : property.label.toLowerCase();
  const [wasSaved] = useState(value === MASK);
  const from = copiedFrom(value);
  const face = value === MASK ? 'saved' : from === null ? 'typed' : 'copied';
  const offered = context.secrets.filter(({ purpose }) => purpose === property.purpose);
  const source = offered.find(({ serviceId, property: name }) => `${serviceId}/${name}` === from);
  const { whole, turn } = useTurning(face, (next) => {
    onChange(next);
    confirmation?.onChange('');
  });
  return (
    <div ref={whole} className="flex flex-col gap-4">
      {face === 'saved' && (
        <SealedSecret {...props} help={t('saved')} action={t('change', { lower })} onAction={() => turn('')}>
          <span aria-hidden className="font-mono tracking-widest">
            ••••••••
          </span>
        </SealedSecret>
      )}
      {face === 'copied' && (
        <SealedSecret
          {...props}
          error={source ? error : t('copyGone')}
          help={t('copied')}
          action={t('typeAnother')}
          onAction={() => turn('')}
        >
          <span className="min-w-0 break-words">
            {source ? t('sameAs', { service: source.serviceName }) : t('sameAsAnother')}
          </span>
        </SealedSecret>
      )}
      {face === 'typed' && (
        <Typed {...props}>
          <SameAs
            offered={offered}
            disabled={disabled}
            onChoose={({ serviceId, property: name }) => turn(secretCopy(serviceId, name))}
          />
        </Typed>
      )}
      {wasSaved && face !== 'saved' && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => turn(MASK)}>
          {t('keep', { lower })}
        </Button>
      )}
    </div>
  );
}

/** A secret that is not typed here: words for it, and a way to another one. */
function SealedSecret({
  property,
  help,
  error,
  disabled,
  action,
  onAction,
  children,
}: Pick<PropertyFieldProps, 'property' | 'error' | 'disabled'> & {
  help: string;
  action: string;
  onAction: () => void;
  children: ReactNode;
}) {
  return (
    <Field label={property.label} help={help} error={error} control="parts">
      <div className="flex w-full items-center justify-between gap-3 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
        {children}
        <Button size="sm" variant="ghost" className="shrink-0" disabled={disabled} onClick={onAction}>
          {action}
        </Button>
      </div>
    </Field>
  );
}

/** A secret that is typed, or made, here; `children` are other ways to one. */
function Typed({ children, ...props }: PropertyFieldProps & { children: ReactNode }) {
  const { property, value, onChange, onBlur, inputRef, error, disabled, confirmation, context } = props;
  const t = useTranslations('forms');
  const text = typeof value === 'string' ? value : '';
  const { make, made } = useMadePassword(context.accounts, text, (password) => {
    onChange(password);
    confirmation?.onChange(password);
  });
  const isPassword = property.kind === 'password';
  return (
    <>
      <Field
        label={property.label}
        beside={(labelId) => <TermHint of={property.label} labelId={labelId} />}
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
          make={isPassword ? make : undefined}
          made={made}
          others={children}
          strength={isPassword && <PasswordGuide password={text} accounts={context.accounts} />}
        />
      </Field>
      {confirmation && !made && (
        <Field label={t('onceMore', { label: property.label })} error={confirmation.error} disabled={disabled}>
          <SecretInput value={confirmation.value} onValueChange={confirmation.onChange} />
        </Field>
      )}
    </>
  );
}

/** Changes what stands for a secret, and leads the focus to what has come instead of what was pressed. */
function useTurning(face: string, change: (value: Json) => void) {
  const whole = useRef<HTMLDivElement>(null);
  const turned = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the other face is there
  useEffect(() => {
    // what explains a word of the label stands before the input
    const place = whole.current?.querySelector('input') ?? whole.current?.querySelector('button');
    if (turned.current) place?.focus();
    turned.current = false;
  }, [face]);
  return {
    whole,
    turn: (value: Json) => {
      turned.current = true;
      change(value);
    },
  };
}
