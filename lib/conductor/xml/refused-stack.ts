import type { Problem } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackState } from '../../ports/conductor';
import { MergeConflict, mergeTemplates } from './merge';

/** A stack as a program wants it. */
interface WantedStack {
  template: JsonObject;
  parameters: JsonObject;
}

/** What one command asked for: a part of the stack. */
interface StackPart {
  content: JsonObject;
  arguments: JsonObject;
}

/**
 * The stack as it is wanted after an update that was refused: without the parts at fault, which would be refused again
 * with whatever is asked for next. Of them stays what is there from before, as it is there: what nobody asks for goes.
 *
 * @param before as it was wanted before the update
 * @param parts what the update asked for besides
 * @param there the stack as it was last made; null when there is none
 */
export function withoutRefused(
  before: WantedStack,
  parts: readonly StackPart[],
  { details }: Pick<Problem, 'details'>,
  there: StackState | null,
): WantedStack {
  const named = parts.filter(({ content }) => typeof details.resource === 'string' && has(content, details.resource));
  const refused = named.length > 0 ? named : parts;
  return parts.reduce((wanted, part) => {
    const kept = refused.includes(part) ? partThatIsThere(part, there) : part;
    return withPart(wanted, kept);
  }, before);
}

/** A part that does not fit the others was never asked for: it stays out. */
function withPart(wanted: WantedStack, { content, arguments: given }: StackPart): WantedStack {
  try {
    return { template: mergeTemplates(wanted.template, content), parameters: { ...wanted.parameters, ...given } };
  } catch (error) {
    if (error instanceof MergeConflict) return wanted;
    throw error;
  }
}

function has({ resources }: JsonObject, name: string): boolean {
  return isObject(resources) && Object.hasOwn(resources, name);
}

/** What of a part is there already, as it is there. */
function partThatIsThere(part: StackPart, there: StackState | null): StackPart {
  if (there === null) return { content: {}, arguments: {} };
  const { resources, outputs, ...rest } = part.content;
  const kept = asThere(resources, there.template.resources);
  if (Object.keys(kept).length === 0) return { content: {}, arguments: {} };
  const content = { ...rest, resources: kept, outputs: asThere(outputs, there.template.outputs) };
  return { content, arguments: asThere(part.arguments, there.parameters) };
}

/** Those entries that are there as well, as they are there. */
function asThere(wanted: unknown, there: unknown): JsonObject {
  if (!isObject(wanted) || !isObject(there)) return {};
  return Object.fromEntries(
    Object.keys(wanted).flatMap((name) => {
      const value = there[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
