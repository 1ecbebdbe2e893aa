import type { FieldProblem } from './field-problem';

/**
 * How large an environment may be: what its checks, its preview, its picture and its deployment are measured with.
 * More is divided among several environments. Told in docs/api.md.
 */
export const MAX_SERVICES = 500;
export const MAX_MACHINES = 2000;

interface WithUnits {
  units?: unknown;
}

/**
 * What is too much of an environment's services.
 *
 * @param before what it had: an environment that is too large already may shrink and change, but not grow
 */
export function sizeProblems(services: readonly unknown[], before: readonly WithUnits[] = []): FieldProblem[] {
  const sizes = [
    { path: 'services', code: 'too_many_services', noun: 'services', most: MAX_SERVICES, of: countOf },
    { path: 'units', code: 'too_many_machines', noun: 'machines', most: MAX_MACHINES, of: machinesOf },
  ];
  return sizes.flatMap(({ path, code, noun, most, of }) => {
    const count = of(services);
    if (count <= most || count <= of(before)) return [];
    const sentence = `An environment can have at most ${most} ${noun}; this would make ${count}. Divide them among several environments.`;
    return [{ path, code, sentence }];
  });
}

const countOf = (services: readonly unknown[]) => services.length;

const machinesOf = (services: readonly unknown[]) =>
  services.reduce<number>((sum, service) => {
    const { units } = (service ?? {}) as WithUnits;
    return sum + (Array.isArray(units) ? units.length : 0);
  }, 0);
