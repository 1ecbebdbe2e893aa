import { contractOf } from '../contracts/contract';
import type { Problems } from '../diagnostics';
import { isDslError } from '../errors';
import type { PropertyDeclaration } from '../syntax/declarations';
import { written } from '../syntax/written';
import type { CallCheck } from './calls';
import { expressionsIn } from './statements';

/** Looks a property's default over: what it calls must be there, and a value must meet the contract beside it. */
export function checkDefault(property: PropertyDeclaration, calls: CallCheck, problems: Problems): void {
  const { default: standard, usage } = property;
  // what stands for every object of the class is evaluated without one
  if (!standard || usage === 'Static') return;
  for (const placed of expressionsIn(standard)) calls.expression(placed);
  // nothing, where a value is needed, says that one must be given
  if (standard.kind !== 'constant' || standard.value === null) return;
  try {
    contractOf(property).quick?.(standard.value, () => property.name);
  } catch (error) {
    if (!isDslError(error) || error.kind !== 'ContractViolationException') throw error;
    problems.warn(
      'bad_default',
      `This default of ${property.name} does not meet its contract: an object without a value of its own cannot be made.`,
      standard.place,
      { text: written(standard) },
    );
  }
}
