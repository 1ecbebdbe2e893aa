/**
 * Names that Windows keeps for itself: neither a machine nor a domain can have them ("Naming conventions in Active
 * Directory for computers, domains, sites, and OUs"), and `localhost`, which every machine takes for itself.
 */
const RESERVED = new Set(
  'anonymous batch builtin dialup interactive internet local localhost network null proxy restricted self server service system users world'.split(
    ' ',
  ),
);

/** Whether a machine's name or the first part of a domain's is one that Windows keeps for itself, whatever the case. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}
