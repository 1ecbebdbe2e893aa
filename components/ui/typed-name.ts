/**
 * Whether somebody has typed a name. It is compared as it is read: browsers show runs of spaces as one, and keyboards
 * write accents in two ways.
 */
export function isTyped(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}

function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}
