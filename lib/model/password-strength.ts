import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { passwordViolations } from './windows-rules';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** What a strength meter shows: bars filled (0–4) and a word. */
export interface PasswordStrength {
  score: 0 | 1 | 2 | 3 | 4;
  word: 'Empty' | 'Refused' | 'Weak' | 'Good' | 'Strong';
}

/**
 * How hard a password is to guess: by the guesses that zxcvbn reckons with, which knows common passwords, names and
 * patterns. It brings lists of some 200 kB along: import it where it is shown, not with a page.
 *
 * @param accounts names of the accounts it is for
 */
export function passwordStrength(password: string, accounts: readonly string[] = ['Administrator']): PasswordStrength {
  if (password === '') return { score: 0, word: 'Empty' };
  if (passwordViolations(password, accounts).length > 0) return { score: 1, word: 'Refused' };
  const { score } = zxcvbn.check(password, [...accounts]);
  if (score <= 2) return { score: 2, word: 'Weak' };
  return score === 3 ? { score: 3, word: 'Good' } : { score: 4, word: 'Strong' };
}
