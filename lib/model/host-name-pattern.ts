/** The host names that a pattern gives: `#` becomes 1, 2, …; without `#` the pattern itself, once. */
export function hostNamesOf(pattern: string, count: number): string[] {
  if (!pattern.includes('#')) return pattern === '' ? [] : [pattern];
  return Array.from({ length: count }, (_, index) => pattern.replace('#', String(index + 1)));
}
