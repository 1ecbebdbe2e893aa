/** A name that no environment has yet, whatever the case: the wish itself, else with a number after it. */
export function freeName(wish: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wish : `${wish} ${n}`;
    if (!known.has(name.toLowerCase())) return name;
  }
}
