import type { Json } from '@/lib/model/json';
import { fitsPattern, patternProblem } from '@/lib/model/pattern';
import { property } from '@/lib/model/property';
import type { Property } from '@/lib/model/service-type';
import type { Note } from './notes';
import type { BlueprintFile, WrittenInput } from './schema';

/**
 * What the wizard asks for a service of a blueprint: its inputs.
 *
 * @param taken names of what is asked for every service
 */
export function inputProperties(inputs: BlueprintFile['inputs'], taken: readonly string[], note: Note): Property[] {
  return Object.entries(inputs).map(([name, input]) => {
    const path = ['inputs', name];
    if (taken.includes(name)) {
      note(path, 'name_reserved', `"${name}" is asked for every service already; choose another name.`);
    }
    const given = input.default;
    if (given !== undefined && !FITS[input.type](given)) {
      note([...path, 'default'], 'wrong_default', `The default of ${name} is no ${input.type}.`);
    }
    const asked = inputProperty(name, input, path, note);
    checkBounds(asked, input, path, note);
    return asked;
  });
}

/** Bounds that nothing can be between, and a default that nobody could leave as it is. */
function checkBounds(
  { name, min, max, pattern }: Property,
  { type, default: given }: WrittenInput,
  path: readonly PropertyKey[],
  note: Note,
): void {
  if (min !== undefined && max !== undefined && min > max) {
    note([...path, 'constraints'], 'bad_bounds', `The minimum ${min} of ${name} is above the maximum ${max}.`);
    return;
  }
  if (given === undefined || !FITS[type](given)) return;
  const measured = typeof given === 'string' ? given.length : given;
  const isOutside =
    typeof measured === 'number' && (measured < (min ?? -Infinity) || measured > (max ?? Number.POSITIVE_INFINITY));
  const isOther = pattern !== undefined && typeof given === 'string' && !fitsPattern(pattern.expression, given);
  if (isOutside || isOther) {
    note([...path, 'default'], 'wrong_default', `The default of ${name} does not meet its own constraints.`);
  }
}

const FITS: Readonly<Record<WrittenInput['type'], (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  password: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};

const KINDS = {
  string: 'string',
  integer: 'integer',
  boolean: 'boolean',
  list: 'textList',
  password: 'password',
} as const;

function inputProperty(name: string, input: WrittenInput, path: readonly PropertyKey[], note: Note): Property {
  const bounds: Partial<Property> = {};
  for (const [at, constraint] of input.constraints.entries()) {
    if ('valid_values' in constraint) {
      bounds.kind = 'choice';
      bounds.choices = constraint.valid_values.map((value) => ({ value, label: value }));
      if (input.default !== undefined && !constraint.valid_values.some((value) => value === input.default)) {
        note([...path, 'default'], 'wrong_default', `The default of ${name} is none of its valid values.`);
      }
    } else if ('in_range' in constraint) [bounds.min, bounds.max] = constraint.in_range;
    else if ('greater_or_equal' in constraint) bounds.min = constraint.greater_or_equal;
    else if ('less_or_equal' in constraint) bounds.max = constraint.less_or_equal;
    else if ('min_length' in constraint) bounds.min = constraint.min_length;
    else if ('max_length' in constraint) bounds.max = constraint.max_length;
    else {
      const sentence = patternProblem(constraint.pattern);
      if (sentence !== null) note([...path, 'constraints', at, 'pattern'], 'bad_pattern', sentence);
      else {
        bounds.pattern = {
          expression: `^(?:${constraint.pattern})$`,
          sentence: `This must look like ${constraint.pattern}.`,
        };
      }
    }
    const meant = MEANT[input.type];
    if (!meant.some((key) => key in constraint)) {
      const sentence =
        meant.length === 0
          ? `Inputs of the type ${input.type} have no constraints.`
          : `Inputs of the type ${input.type} have these constraints: ${meant.join(', ')}.`;
      note([...path, 'constraints', at], 'bad_constraint', sentence);
    }
  }
  return property({
    name,
    kind: KINDS[input.type],
    label: input.title ?? name,
    help: input.description,
    required: input.required ?? input.default === undefined,
    ...(input.default !== undefined && { default: input.default }),
    ...bounds,
  });
}

const MEANT: Readonly<Record<WrittenInput['type'], readonly string[]>> = {
  string: ['valid_values', 'min_length', 'max_length', 'pattern'],
  integer: ['in_range', 'greater_or_equal', 'less_or_equal'],
  boolean: [],
  list: [],
  password: ['min_length', 'max_length'],
};
