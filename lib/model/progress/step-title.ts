/** Abbreviations that package authors write in mixed case. */
const ABBREVIATIONS = new Set(['ad', 'dc', 'dns', 'iis', 'ip', 'ou', 'sql', 'url']);

/**
 * The name of a step as a person says it: "CreatePrimaryDC" becomes "Create primary DC". Names that are
 * sentences already stay as they are; words in capitals are names and keep them.
 */
export function stepTitle(title: string): string {
  if (/\s/.test(title)) return title;
  const words = title
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word, index) => {
      if (ABBREVIATIONS.has(word.toLowerCase())) return word.toUpperCase();
      return index === 0 || /^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase();
    });
  return words.join(' ') || title;
}
