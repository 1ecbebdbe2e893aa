import { isObject } from '@/lib/model/json';
import { AmbiguousName } from '@/lib/model/package-names';
import { languageError } from '../language/diagnostics';
import type { Call, Frame, WorkflowExecution } from './interpreter';
import { read } from './paths';
import type { NameOrigin } from './templates';

/** Who names the template of a call: the workflow's package, or through it the service that the rule stands on. */
export function originOf(call: Call, { pass, position }: Frame, { model }: WorkflowExecution): NameOrigin {
  const isComputed = call.parameters.some(({ name }) => name === 'template' || name === 'osVersion');
  const [list, index] = position.cursor;
  const service = isComputed && list === 'services' && index !== undefined ? read(model, [list, index]) : null;
  const type = isObject(service) ? service.type : null;
  return { package: pass.package, serviceType: typeof type === 'string' ? type : null };
}

/**
 * Looks a name up.
 *
 * @throws VetroError (language) `ambiguous_name` with the place of the call
 */
export function meaningOf<T>(call: Call, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof AmbiguousName) throw languageError('ambiguous_name', error.message, call.span);
    throw error;
  }
}
