import { z } from 'zod';
import type { JsonObject } from './json';
import { checkService, type RuleContext } from './service-check';
import { completeService } from './service-defaults';
import type { ServiceType } from './service-type';

/**
 * The zod schema of a service type's form, for form libraries: it accepts any object and finds exactly what
 * `checkService` finds, each problem at its field. `model` and `offer` as in `RuleContext`.
 */
export function serviceFormSchema(
  type: ServiceType,
  context: Omit<RuleContext, 'types'> & { types?: RuleContext['types'] },
) {
  return z
    .custom<JsonObject>((value) => typeof value === 'object' && value !== null)
    .superRefine((service, issues) => {
      const full = { ...context, types: context.types ?? [type] };
      // Made whole first, as the server does: what has a default may be left empty.
      const whole = completeService({ ...service, type: type.type }, type, context.offer);
      for (const { path, code, sentence } of checkService(whole, full)) {
        issues.addIssue({
          code: 'custom',
          message: sentence,
          params: { code },
          path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        });
      }
    });
}
