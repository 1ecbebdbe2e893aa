import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { fitsWholePattern, patternProblem } from '@/lib/model/pattern';

/** A rule on a parameter's value; `description` replaces the standard sentence when it is set. */
export type Constraint = { description: string } & (
  | { kind: 'length'; min: number; max: number }
  | { kind: 'range'; min: number; max: number }
  | { kind: 'allowed_values'; values: Json[] }
  | { kind: 'allowed_pattern'; pattern: string }
  /** the cloud checks it where the value is used, for example `glance.image` */
  | { kind: 'custom_constraint'; name: string }
);

/**
 * Reads the `constraints` of a parameter.
 *
 * @param raw the list as written
 * @param path where it stands, for problems
 * @param problems gets every constraint that cannot be understood
 */
export function readConstraints(raw: Json | undefined, path: string, problems: FieldProblem[]): Constraint[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    problems.push({ path, code: 'not_a_list', sentence: 'constraints must be a list.' });
    return [];
  }
  return raw.flatMap((item, index) => {
    const constraint = isObject(item) ? readConstraint(item) : null;
    const at = `${path}.${index}`;
    if (constraint === null) {
      problems.push({ path: at, code: 'unknown_constraint', sentence: 'This constraint is not known.' });
      return [];
    }
    const sentence = constraint.kind === 'allowed_pattern' ? patternProblem(constraint.pattern) : null;
    if (sentence === null) return [constraint];
    problems.push({ path: `${at}.allowed_pattern`, code: 'bad_pattern', sentence });
    return [];
  });
}

function readConstraint(raw: JsonObject): Constraint | null {
  const description = typeof raw.description === 'string' ? raw.description : '';
  const bounds = (value: JsonObject) => ({
    min: typeof value.min === 'number' ? value.min : Number.NEGATIVE_INFINITY,
    max: typeof value.max === 'number' ? value.max : Number.POSITIVE_INFINITY,
  });
  if (isObject(raw.length)) return { kind: 'length', description, ...bounds(raw.length) };
  if (isObject(raw.range)) return { kind: 'range', description, ...bounds(raw.range) };
  if (Array.isArray(raw.allowed_values)) return { kind: 'allowed_values', description, values: raw.allowed_values };
  if (typeof raw.allowed_pattern === 'string') {
    return { kind: 'allowed_pattern', description, pattern: raw.allowed_pattern };
  }
  if (typeof raw.custom_constraint === 'string') {
    return { kind: 'custom_constraint', description, name: raw.custom_constraint };
  }
  return null;
}

/**
 * Checks one value.
 *
 * @returns null when it fits, else a sentence (which never repeats the value: it may be hidden)
 */
export function checkConstraint(constraint: Constraint, value: Json, name: string): string | null {
  const fits = FITS[constraint.kind](constraint, value);
  if (fits) return null;
  return constraint.description || `Parameter '${name}' is invalid: ${wordsFor(constraint)}.`;
}

const FITS: Record<Constraint['kind'], (constraint: Constraint, value: Json) => boolean> = {
  length: (c, value) => {
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
    return c.kind === 'length' && length >= c.min && length <= c.max;
  },
  range: (c, value) => c.kind === 'range' && typeof value === 'number' && value >= c.min && value <= c.max,
  allowed_values: (c, value) => {
    const items = Array.isArray(value) ? value : [value];
    return c.kind === 'allowed_values' && items.every((item) => c.values.some((v) => String(v) === String(item)));
  },
  // Heat anchors a pattern at the start and demands that it covers the whole value.
  allowed_pattern: (c, value) =>
    c.kind === 'allowed_pattern' && typeof value === 'string' && fitsWholePattern(c.pattern, value),
  custom_constraint: () => true,
};

function wordsFor(constraint: Constraint): string {
  switch (constraint.kind) {
    case 'length':
      return `its length must be ${between(constraint.min, constraint.max)}`;
    case 'range':
      return `it must be ${between(constraint.min, constraint.max)}`;
    case 'allowed_values':
      return `it must be one of ${constraint.values.map(String).join(', ')}`;
    case 'allowed_pattern':
      return `it must match the pattern ${constraint.pattern}`;
    case 'custom_constraint':
      return `it must be a ${constraint.name}`;
  }
}

function between(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return min === Number.NEGATIVE_INFINITY ? `at most ${max}` : `between ${min} and ${max}`;
}
