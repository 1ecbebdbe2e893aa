import type { GuideStep } from '../guide';

/**
 * The name of a step as a person says it: as its package does, else the name of its plan in words: "CopyPublicFiles"
 * becomes "Copy public files". Names that are sentences already stay as they are; words in capitals are names and keep
 * them.
 *
 * @param name of its plan
 * @param steps what packages say of theirs
 */
export function stepTitle(name: string, steps: Readonly<Record<string, GuideStep>>): string {
  const said = Object.hasOwn(steps, name) ? steps[name]?.title : undefined;
  if (said !== undefined) return said;
  if (/\s/.test(name)) return name;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 || /^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()));
  return words.join(' ') || name;
}
