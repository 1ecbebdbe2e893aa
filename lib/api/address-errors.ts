import { errors, type VetroError } from '@/lib/errors';

/** That an address does not take a method, and which it does: 405. */
export function methodNotAllowed(allowed: readonly string[], method: string): VetroError {
  return errors.invalidInput(`This address takes ${allowed.join(', ')}, not ${method}.`, [], {
    code: 'method_not_allowed',
  });
}

/** That the API has nothing at an address: 404. */
export function addressUnknown(): VetroError {
  return errors.notFound(
    'address_unknown',
    'There is nothing at this address. /openapi.json lists the addresses of the API.',
  );
}
