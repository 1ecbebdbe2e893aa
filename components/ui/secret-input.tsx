'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Input, type InputProps } from './input';

/** Text that is hidden until asked for. `strength` says beneath it how good a secret it is. */
export function SecretInput({ strength, ...rest }: Omit<InputProps, 'type'> & { strength?: ReactNode }) {
  const t = useTranslations('ui');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="relative">
        <Input
          autoComplete="new-password"
          spellCheck={false}
          autoCapitalize="off"
          {...rest}
          type={shown ? 'text' : 'password'}
          className="pr-11"
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
      {strength}
    </div>
  );
}
