'use client';
import { useEffect, useRef, useState } from 'react';
import { cn } from './class-names';
import { SearchInput } from './search-input';

/** How long after the last key the words are taken, in milliseconds. */
const PAUSE_MS = 250;

/** Words to search for; taken when the typing pauses. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
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
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onValueChange={setTyped}
      frame={cn('min-w-48 sm:max-w-80', className)}
    />
  );
}
