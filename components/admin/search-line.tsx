'use client';
import { SearchField } from '@/components/ui/search-field';

/** Words that search a list of administration, and how many entries they find. */
export function SearchLine({
  label,
  value,
  onChange,
  found,
}: {
  label: string;
  value: string;
  onChange: (words: string) => void;
  found: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField label={label} value={value} onChange={onChange} />
      <p role="status" className="text-ink-muted">
        {found}
      </p>
    </div>
  );
}
