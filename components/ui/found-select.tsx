'use client';
import { type ComponentProps, useState } from 'react';
import { cn } from './class-names';
import { FieldContext } from './field-context';
import type { Option } from './option';
import { SearchField } from './search-field';
import { Select } from './select';

/** Words that find what a select does not offer. */
export interface OptionSearch {
  label: string;
  words: string;
  onChange: (words: string) => void;
}

/** A search, where a server has more than it offers at once, or words narrow it already; null where all are offered. */
export function searchBeyond(offered: number, count: number | undefined, search: OptionSearch): OptionSearch | null {
  return search.words !== '' || (count ?? 0) > offered ? search : null;
}

/**
 * One of so many that a server finds them: a select, and above it words that find others than those it offers. What was
 * chosen stays offered, whatever is searched.
 */
export function FoundSelect({
  search,
  options,
  value,
  onValueChange,
  className,
  ...rest
}: ComponentProps<typeof Select> & {
  /** null: all there are are offered */
  search: OptionSearch | null;
}) {
  const [picked, setPicked] = useState<Option | null>(null);
  const isOffered = value === null || value === '' || options.some((option) => option.value === value);
  const kept = picked?.value === value ? picked : { value: value ?? '', label: value ?? '' };
  const offered = isOffered ? options : [kept, ...options];
  return (
    <div className={cn('flex w-full flex-col gap-1.5', className)}>
      {search && (
        <FieldContext value={null}>
          <SearchField
            label={search.label}
            value={search.words}
            onChange={search.onChange}
            className="w-full min-w-0 flex-none sm:max-w-none"
          />
        </FieldContext>
      )}
      <Select
        {...rest}
        className="w-full"
        options={offered}
        value={value}
        onValueChange={(next) => {
          setPicked(offered.find((option) => option.value === next) ?? null);
          onValueChange(next);
        }}
      />
    </div>
  );
}
