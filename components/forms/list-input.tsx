'use client';
import { type Ref, useState } from 'react';
import { Input } from '@/components/ui/input';
import { listOf } from '@/lib/model/service-rules';

/** A list of texts, typed with commas between them. */
export function ListInput({
  value,
  onValueChange,
  onBlur,
  inputRef,
}: {
  value: readonly string[];
  onValueChange: (items: string[]) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLElement>;
}) {
  // what was typed stays as it is while it means the same list: a comma at the end begins the next item
  const [typed, setTyped] = useState(value.join(', '));
  const same = JSON.stringify(listOf(typed)) === JSON.stringify(value);
  return (
    <Input
      ref={inputRef as Ref<HTMLInputElement>}
      value={same ? typed : value.join(', ')}
      onValueChange={(text) => {
        setTyped(text);
        onValueChange(listOf(text));
      }}
      onBlur={onBlur}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
    />
  );
}
