const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** Python's repr() of a text: in quotes, with escapes for what cannot be shown. */
export function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = Array.from(text, (character) => {
    if (character === mark || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return UNPRINTABLE.test(character) ? escapeCode(character.codePointAt(0) ?? 0) : character;
  }).join('');
  return mark + inner + mark;
}

/** Python's ascii(): a repr whose other characters are written as escapes. */
export function toAscii(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (character) => escapeCode(character.codePointAt(0) ?? 0));
}

function escapeCode(code: number): string {
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
