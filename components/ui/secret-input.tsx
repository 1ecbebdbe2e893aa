'use client';
import { Eye, EyeOff, WandSparkles } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, use, useState } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { FieldContext } from './field-context';
import { Input, type InputProps } from './input';

/** Text that is hidden until asked for. */
export function SecretInput({
  strength,
  make,
  made = false,
  others,
  ...rest
}: Omit<InputProps, 'type'> & {
  /** says beneath it how good a secret it is */
  strength?: ReactNode;
  /** fills in a new secret, which is shown then */
  make?: () => void;
  /** whether what it holds was filled in so */
  made?: boolean;
  /** other ways to a secret */
  others?: ReactNode;
}) {
  const t = useTranslations('ui');
  const field = use(FieldContext);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="relative min-w-0 flex-1">
          <Input
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="off"
            {...rest}
            type={shown ? 'text' : 'password'}
            className={shown ? 'pr-11 font-mono' : 'pr-11'}
          />
          <button
            type="button"
            aria-label={t(shown ? 'hide' : 'show')}
            aria-pressed={shown}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-muted -outline-offset-2 hover:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
        {make && (
          <Button
            aria-describedby={field?.labelId}
            disabled={rest.disabled}
            onClick={() => {
              setShown(true);
              make();
            }}
          >
            <WandSparkles aria-hidden />
            {t('makeOne')}
          </Button>
        )}
      </div>
      {make && (
        <div role="status" className="text-[13px] text-ink-muted empty:hidden">
          {made && (
            <div className="flex items-center justify-between gap-2">
              <span>{t('madeOne')}</span>
              <CopyButton text={String(rest.value ?? '')} />
            </div>
          )}
        </div>
      )}
      {others}
      {strength}
    </div>
  );
}
