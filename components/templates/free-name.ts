/** A name that no environment has yet, whatever the case: the wanted one itself, else with a number after it. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted} ${n}`;
    if (!known.has(name.toLowerCase())) return name;
  }
}
