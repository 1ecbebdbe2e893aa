'use client';
import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';
import { INPUT_BOX } from './input-classes';

const STEP =
  'grid w-9 shrink-0 place-items-center text-ink-muted -outline-offset-2 hover:bg-hover hover:text-ink data-disabled:opacity-40 pointer-coarse:w-11';

/**
 * A whole number, typed or stepped. `null` is "nothing entered". What is typed stays as it is: whoever asks says when it
 * is out of range or no whole number.
 */
export function NumberInput({
  value,
  onValueChange,
  min,
  max,
  disabled,
  id,
  onBlur,
  inputRef,
  steppers = true,
  className,
}: {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  disabled?: boolean;
  id?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLElement>;
  /** buttons for one less and one more: for counts, not for port numbers */
  steppers?: boolean;
  className?: string;
}) {
  const t = useTranslations('ui');
  const { id: controlId, disabled: off, ...words } = useFieldControl({ id, disabled });
  return (
    <NumberField.Root
      id={controlId}
      value={value}
      onValueChange={onValueChange}
      min={min}
      max={max}
      allowOutOfRange
      disabled={off}
      format={{ useGrouping: false, maximumFractionDigits: 20 }}
      className={cn('w-36', className)}
    >
      <NumberField.Group
        className={cn(
          INPUT_BOX,
          'flex h-9 overflow-hidden focus-within:outline-2 focus-within:outline-accent pointer-coarse:h-11',
        )}
      >
        {steppers && (
          <NumberField.Decrement className={STEP} aria-label={t('less')}>
            <Minus aria-hidden className="size-4" />
          </NumberField.Decrement>
        )}
        <NumberField.Input
          {...words}
          aria-roledescription={t('numberField')}
          ref={inputRef as Ref<HTMLInputElement>}
          onBlur={onBlur}
          className={cn(
            'min-w-0 flex-1 bg-transparent px-2 outline-none pointer-coarse:text-base',
            steppers ? 'text-center' : 'px-3',
          )}
        />
        {steppers && (
          <NumberField.Increment className={STEP} aria-label={t('more')}>
            <Plus aria-hidden className="size-4" />
          </NumberField.Increment>
        )}
      </NumberField.Group>
    </NumberField.Root>
  );
}
