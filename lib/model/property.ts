import type { Property } from './service-type';

/**
 * A property of a service type from what a package says of it.
 *
 * @param given what is left out is as `PropertySchema` has it
 */
export function property(given: Pick<Property, 'name' | 'kind' | 'label'> & Partial<Property>): Property {
  return {
    help: '',
    required: false,
    hidden: false,
    askOnce: false,
    secret: false,
    expert: false,
    existing: false,
    change: 'inPlace',
    ...given,
  };
}
