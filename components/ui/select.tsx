'use client';
import { ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps, Ref } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';
import { FOCUS_RING, INPUT_BOX, INPUT_SIZE } from './input-classes';
import { onDemand } from './on-demand';
import { useOpener } from './opener';
import type { Option } from './option';

const List = onDemand<ComponentProps<typeof import('./select-list').SelectList>>(
  async () => (await import('./select-list')).SelectList,
);

/** One of a few. For many, or to search, take the combobox. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  label,
  onBlur,
  triggerRef,
  className,
}: {
  options: Option[];
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** its name where no field names it */
  label?: string;
  onBlur?: () => void;
  triggerRef?: Ref<HTMLElement>;
  className?: string;
}) {
  const t = useTranslations('ui');
  const control = useFieldControl({ disabled, label });
  const chosen = options.find((option) => option.value === value);
  const { opened, needed, trigger } = useOpener(
    <button
      {...control}
      ref={triggerRef as Ref<HTMLButtonElement>}
      type="button"
      role="combobox"
      aria-expanded={false}
      onBlur={onBlur}
      className={cn(INPUT_BOX, INPUT_SIZE, FOCUS_RING, 'flex items-center justify-between gap-2 text-left', className)}
    >
      <span className={cn('min-w-0 truncate', !chosen && 'text-ink-faint')}>
        {chosen?.label ?? placeholder ?? t('choose')}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 text-ink-muted" />
    </button>,
    'listbox',
  );
  return (
    <>
      {trigger}
      {needed && (
        <List
          opened={opened}
          name={{ 'aria-label': control['aria-label'], 'aria-labelledby': control['aria-labelledby'] }}
          options={options}
          value={value}
          onValueChange={onValueChange}
        />
      )}
    </>
  );
}
