import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type ConditionReader, conditionReader } from './conditions';
import { callIn } from './functions';
import type { Scope } from './scope';
import type { OutputDefinition, ResourceDefinition, Template } from './template';

/**
 * Settles the conditions of a template: what is left has neither conditions nor `if`, and says what the stack is with
 * these parameters. A resource whose condition does not hold is not there, and nothing waits for it; an output whose
 * condition does not hold is null.
 *
 * @param scope the values of parameters
 * @param problems gets conditions that cannot be settled
 */
export function activeTemplate(
  template: Template,
  scope: Pick<Scope, 'parameter' | 'yaql'>,
  problems: FieldProblem[],
): Template {
  const { version } = template;
  const reads = conditionReader(template.conditions, { ...scope, version }, problems);
  for (const [name, condition] of Object.entries(template.conditions)) reads(condition, `conditions.${name}`);
  const chosen = (value: Json, path: string) => withoutChoices(value, path, version, reads);

  const resources: Record<string, ResourceDefinition> = {};
  for (const [name, { condition, ...resource }] of Object.entries(template.resources)) {
    const path = `resources.${name}`;
    if (condition !== undefined && !reads(condition, `${path}.condition`)) continue;
    resources[name] = {
      ...resource,
      properties: objectOrEmpty(chosen(resource.properties, `${path}.properties`)),
      metadata: objectOrEmpty(chosen(resource.metadata, `${path}.metadata`)),
    };
  }
  for (const resource of Object.values(resources))
    resource.dependsOn = resource.dependsOn.filter((other) => other in resources || !(other in template.resources));
  const outputs: Record<string, OutputDefinition> = {};
  for (const [name, { condition, ...output }] of Object.entries(template.outputs)) {
    const path = `outputs.${name}`;
    const holds = condition === undefined || reads(condition, `${path}.condition`);
    outputs[name] = { ...output, value: holds ? chosen(output.value, `${path}.value`) : null };
  }
  return { ...template, conditions: {}, resources, outputs };
}

function withoutChoices(value: Json, path: string, version: string, reads: ConditionReader): Json {
  if (Array.isArray(value)) return value.map((item, index) => withoutChoices(item, `${path}.${index}`, version, reads));
  if (!isObject(value)) return value;
  const call = callIn(value, version);
  if (call?.name === 'if' && Array.isArray(call.argument) && call.argument.length === 3) {
    const [condition = null, yes = null, no = null] = call.argument;
    return withoutChoices(reads(condition, `${path}.if`) ? yes : no, path, version, reads);
  }
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    withoutChoices(inner, `${path}.${key}`, version, reads),
  ]);
  return Object.fromEntries(entries);
}

function objectOrEmpty(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
