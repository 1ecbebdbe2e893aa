'use client';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type Ref, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FieldContext } from '@/components/ui/field-context';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Property, TableColumn } from '@/lib/model/service-type';
import { rowsOf, tableOf } from '@/lib/model/table';

const WHOLE_NUMBER = /^-?\d{1,15}$/;

/** Rows of values: a line each, with a cell for each column. */
export function TableInput({
  property,
  value,
  onValueChange,
  onBlur,
  inputRef,
  disabled,
}: {
  property: Property;
  value: Json | undefined;
  onValueChange: (value: Json) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLElement>;
  disabled?: boolean;
}) {
  const t = useTranslations('forms.table');
  // A row that is half filled in has no place in the value yet, and stays while the rest means the same.
  const [typed, setTyped] = useState(() => rowsOf(value, property));
  const same = JSON.stringify(tableOf(typed, property)) === JSON.stringify(value ?? tableOf([], property));
  const rows = same ? typed : rowsOf(value, property);
  const change = (next: JsonObject[]) => {
    setTyped(next);
    onValueChange(tableOf(next, property));
  };
  const { columns = [] } = property;
  const isOne = property.rows === 'record';
  return (
    // Each cell has words of its own; those of the field are around all of them.
    <FieldContext.Provider value={null}>
      <div className="flex flex-col gap-2">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be known by
          <div key={index} className="flex flex-wrap items-center gap-2">
            {columns.map((column, at) => (
              <Cell
                key={column.name}
                column={column}
                label={isOne ? column.label : t('cell', { column: column.label, row: index + 1 })}
                value={row[column.name]}
                onChange={(cell) => change(rows.with(index, { ...row, [column.name]: cell }))}
                onBlur={onBlur}
                inputRef={index === 0 && at === 0 ? inputRef : undefined}
                disabled={disabled}
              />
            ))}
            {!isOne && (
              <IconButton
                label={t('remove', { row: index + 1 })}
                size="sm"
                disabled={disabled}
                onClick={() => change(rows.filter((_, other) => other !== index))}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </div>
        ))}
        {!isOne && (
          <Button size="sm" className="self-start" disabled={disabled} onClick={() => change([...rows, {}])}>
            <Plus aria-hidden />
            {t('add')}
          </Button>
        )}
      </div>
    </FieldContext.Provider>
  );
}

function Cell({
  column: { kind, label: placeholder },
  label,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
}: {
  column: TableColumn;
  label: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLElement>;
  disabled?: boolean;
}) {
  if (kind === 'boolean') {
    return (
      <Checkbox
        controlRef={inputRef}
        checked={value === true}
        onCheckedChange={onChange}
        label={label}
        disabled={disabled}
      />
    );
  }
  return (
    <span className="min-w-24 flex-1">
      <Input
        ref={inputRef}
        aria-label={label}
        placeholder={placeholder}
        value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
        onValueChange={(typed) => onChange(kind === 'integer' && WHOLE_NUMBER.test(typed) ? Number(typed) : typed)}
        inputMode={kind === 'integer' ? 'numeric' : undefined}
        onBlur={onBlur}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        maxLength={1000}
      />
    </span>
  );
}
