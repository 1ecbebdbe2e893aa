/** Words that lists of guessed passwords begin with, in English and German. */
const WORDS = new Set(
  `password passwort passwd pass kennwort welcome willkommen admin administrator qwerty qwertz qwertyuiop asdfgh letmein
  changeme changeit windows winter summer spring autumn sommer herbst fruehling iloveyou abc abcd abcdef test testing
  server login hello hallo monkey dragon master football`.split(/\s+/),
);

/** Signs that stand for letters in passwords that are thought to be clever. */
const STANDS_FOR: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether a password is but a common word, its letters replaced by signs or with digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  const cores = [small, small.replace(/[^a-z]+$/, ''), small.replace(/^[^a-z]+|[^a-z]+$/g, '')];
  return cores.some((core) => WORDS.has([...core].map((sign) => STANDS_FOR[sign] ?? sign).join('')));
}
