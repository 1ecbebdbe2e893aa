/** Letters and digits that nobody takes for one another, on paper or read aloud: no I, l, 1, O, o, 0, B, 8, S, 5, Z, 2. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/**
 * A new password of five groups of four, `kT7m-Xq4R-…`: 112 bits. It has small letters, capitals, digits and a sign, as
 * Windows and SQL Server want, and nothing that a shell, XML or a connection string reads as something else.
 *
 * @param randomBelow gives a whole number from 0 up to, not including, its argument, each as likely, from a source of
 *   randomness that is good for secrets
 */
export function randomPassword(randomBelow: (limit: number) => number): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomBelow(LETTERS.length)]).join(''),
    );
    const password = groups.join('-');
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}
