'use client';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ActionArgument } from '@/lib/model/action-arguments';
import type { Json, JsonObject } from '@/lib/model/json';

/** What stands in a field: its text, or whether it is ticked. */
export type FieldInput = string | boolean;

/** One argument of an action, asked for as its contract says. */
export function ActionField({
  argument,
  value,
  error,
  onChange,
}: {
  argument: ActionArgument;
  value: FieldInput;
  error: string | null;
  onChange: (value: FieldInput) => void;
}) {
  const { label, help, kind, required, choices } = argument;
  if (kind === 'boolean') {
    return <Checkbox checked={value === true} onCheckedChange={onChange} label={label} help={help || undefined} />;
  }
  return (
    <Field
      label={label}
      help={help || undefined}
      error={error}
      optional={!required}
      control={kind === 'choice' ? 'parts' : 'input'}
    >
      {kind === 'choice' ? (
        <Select
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          value={value === '' ? null : String(value)}
          onValueChange={onChange}
        />
      ) : (
        <Input
          value={String(value)}
          onValueChange={onChange}
          type={kind === 'password' ? 'password' : 'text'}
          autoComplete={kind === 'password' ? 'new-password' : undefined}
          inputMode={kind === 'integer' || kind === 'number' ? 'decimal' : undefined}
        />
      )}
    </Field>
  );
}

/** Kinds whose value is what stands in the field. */
const TEXTS: ReadonlySet<ActionArgument['kind']> = new Set(['text', 'choice', 'password']);

/** What stands in the fields before anybody enters anything. */
export function enteredFor(taken: readonly ActionArgument[]): Record<string, FieldInput> {
  return Object.fromEntries(
    taken.map(({ name, kind, default: standard }): [string, FieldInput] => {
      if (kind === 'boolean') return [name, standard === true];
      if (standard === null) return [name, ''];
      return [name, typeof standard === 'string' ? standard : JSON.stringify(standard)];
    }),
  );
}

/**
 * The arguments that were entered; what was left empty is left to the action.
 *
 * @returns `unreadable`: names of those that cannot be read as what they should be
 */
export function argumentsFrom(
  taken: readonly ActionArgument[],
  entered: Readonly<Record<string, FieldInput>>,
): { given: JsonObject; unreadable: string[] } {
  const given: JsonObject = {};
  const unreadable: string[] = [];
  for (const { name, kind } of taken) {
    const value = entered[name] ?? '';
    if (value === '') continue;
    if (typeof value === 'boolean' || TEXTS.has(kind)) given[name] = value;
    else {
      const read = readJson(value);
      if (read === undefined) unreadable.push(name);
      else given[name] = read;
    }
  }
  return { given, unreadable };
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
