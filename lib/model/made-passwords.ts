import type { Property, ServiceType } from './service-type';

/** What passwords are for that need not be chosen: of the machine itself, and of its database server. */
const MADE_FOR = ['administrator', 'databaseAdministrator'];

/**
 * Whether a new service is given a password of the system's own making where its sender leaves it out (guide, tables 4.43
 * to 4.59). That of a domain is chosen by people (table 4.39): others sign in by it.
 */
export function isMadePassword(
  { kind, required, purpose = '' }: Pick<Property, 'kind' | 'required' | 'purpose'>,
  { offers }: Pick<ServiceType, 'offers'>,
): boolean {
  if (kind !== 'password' || !required || !MADE_FOR.includes(purpose)) return false;
  return !offers.some(({ capability }) => capability === 'domain');
}
