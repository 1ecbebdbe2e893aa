/** The tags that somebody typed, between blanks or commas, each once. */
export function tagsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter((tag) => tag !== ''))];
}
