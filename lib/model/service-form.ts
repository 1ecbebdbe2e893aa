import type { FieldProblem } from './field-problem';
import type { JsonObject } from './json';
import { checkService, type RuleContext } from './service-check';
import { completeService } from './service-defaults';
import type { ServiceType } from './service-type';

/**
 * What is wrong with a service of `type` as a form holds it: exactly what `checkService` finds once it was made whole.
 * `others` and `offer` as in `RuleContext`.
 *
 * @returns the problems, each at its field; none when the service may be sent
 */
export function checkForm(
  service: JsonObject,
  type: ServiceType,
  context: Omit<RuleContext, 'types'> & { types?: RuleContext['types'] },
): FieldProblem[] {
  // Made whole first, as the server does: what has a default may be left empty.
  const whole = completeService({ ...service, type: type.type }, type, context.offer);
  return checkService(whole, { ...context, types: context.types ?? [type] });
}
