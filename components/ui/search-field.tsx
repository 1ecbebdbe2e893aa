'use client';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from './class-names';
import { Input } from './input';

/** How long after the last key the words are taken, in milliseconds. */
const PAUSE_MS = 250;

/** Words to search for; taken when the typing pauses. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  className,
}: {
  label: string;
  value: string;
  onChange: (words: string) => void;
  placeholder?: string;
  className?: string;
}) {
  const [typed, setTyped] = useState(value);
  const taken = useRef(value);
  useEffect(() => {
    // Changed from elsewhere: a link that clears every filter.
    if (value !== taken.current) setTyped(value);
    taken.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === taken.current) return;
    const timer = setTimeout(() => {
      taken.current = typed;
      onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <div className={cn('relative min-w-48 flex-1 sm:max-w-80', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onValueChange={setTyped}
        className="pl-8"
      />
    </div>
  );
}
