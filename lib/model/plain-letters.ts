/** What letters become that names of machines and domains have no place for. */
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa', ł: 'l' };

/** A text as words of small letters a to z and digits, with a hyphen between them: "Büro & Söhne" gives `buero-soehne`. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßæøåł]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
