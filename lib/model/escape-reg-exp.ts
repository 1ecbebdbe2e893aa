/** A text as a part of a regular expression that fits this text alone (the `RegExp.escape` of ES2025, without its edge cases). */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
