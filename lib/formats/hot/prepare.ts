import type { FieldProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { activeTemplate } from './active';
import { resolveParameters } from './parameters';
import { checkReferences, readTemplate } from './parse';
import { type Groups, withoutGroups } from './resource-groups';
import type { Scope } from './scope';
import type { Template } from './template';

/** A template with the parameters that it is to be carried out with. */
export interface PreparedTemplate {
  /** without conditions and groups: they are settled and written as their members; null when it cannot be read */
  template: Template | null;
  /** of its parameters, pseudo parameters excluded */
  values: JsonObject;
  problems: FieldProblem[];
}

/**
 * Reads and checks a template as Heat does before a stack is touched: its shape, its parameters, its conditions with
 * these parameters, and what it refers to then.
 *
 * @param source YAML or JSON text, or the parsed object
 * @param given values of parameters by name
 * @param more `pseudo`: values such as `OS::stack_name`; `files`: texts by path, absent where none can come along;
 *   `groups`: those that the stack has already
 */
export function prepareTemplate(
  source: string | JsonObject,
  given: JsonObject,
  more: {
    pseudo?: JsonObject;
    files?: Readonly<Record<string, string>>;
    yaql?: Scope['yaql'];
    groups?: Groups;
  } = {},
): PreparedTemplate {
  const { template: read, problems } = readTemplate(source);
  if (!read) return { template: null, values: {}, problems };
  const { values, problems: wrong } = resolveParameters(read.parameters, given);
  problems.push(...wrong);
  const parameters = { ...more.pseudo, ...values };
  const { yaql } = more;
  const scope = { parameter: (name: string) => parameters[name] ?? null, ...(yaql ? { yaql } : {}) };
  const active = activeTemplate(read, scope, problems);
  const template = withoutGroups(active, scope, more.groups ?? new Map(), problems);
  checkReferences(template, problems, more.files && Object.keys(more.files));
  return { template, values, problems };
}
