import { nearest } from '../syntax/fields';

/** `com.acme` of `com.acme.Wiki` */
export function namespaceOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/**
 * "Did you mean …?" for a class name: one of the same namespace that is written nearly so, or else one of the same
 * name in another namespace.
 */
export function nearestClass(name: string, known: readonly string[]): string | undefined {
  const beside = known.filter((one) => namespaceOf(one) === namespaceOf(name));
  const lastOf = (one: string) => one.slice(namespaceOf(one).length);
  const word = nearest(lastOf(name), beside.map(lastOf));
  if (word !== undefined) return word.replace('mean ', `mean ${namespaceOf(name)}`);
  const elsewhere = known.find((one) => lastOf(one) === lastOf(name));
  return elsewhere === undefined ? nearest(name, known) : `Did you mean ${elsewhere}?`;
}
