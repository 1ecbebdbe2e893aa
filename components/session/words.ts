/** "1 change", "3 changes". */
export function changesWords(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

/** Names as people list them: "Ada", "Ada and Max", "Ada, Max and Rita". */
export function namesWords(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
