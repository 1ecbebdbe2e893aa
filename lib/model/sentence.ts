/** Items of a sentence: "a", "a and b", "a, b and c". */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A message as a sentence: with a capital letter and a full stop. */
export function asSentence(message: string): string {
  return withFullStop(message.charAt(0).toUpperCase() + message.slice(1));
}

/** A text with the full stop that it may want; one that begins with a name keeps it as it is written. */
export function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
