import { asciiDigits } from '../primitives/digits';

type State = 'word' | 'number' | 'wordWithDots' | 'numberWithDots';
const isLetter = (character: string) => /\p{L}/u.test(character);
const isDigit = (character: string) => character >= '0' && character <= '9';

/**
 * Cuts a date's text into words, numbers and single signs, as dateutil's lexer does. A dot or comma belongs to a
 * number as its decimal point, unless there are more of them or letters beside: `10.5` is one token, `1.2.2015`
 * and `Sep.20` are cut at their dots, which stay as tokens. Every blank is a single space.
 */
export function dateTokens(text: string): string[] {
  const characters = Array.from(asciiDigits(text)).filter((character) => character !== '\0');
  const tokens: string[] = [];
  let at = 0;
  while (at < characters.length) {
    const first = characters[at++] as string;
    if (!isLetter(first) && !isDigit(first)) {
      tokens.push(/\s/.test(first) ? ' ' : first);
      continue;
    }
    let token = first;
    let state: State = isLetter(first) ? 'word' : 'number';
    for (let next = characters[at]; next !== undefined; next = characters[at]) {
      const after = follow(state, token, next);
      if (!after) break;
      state = after;
      token += next;
      at++;
    }
    tokens.push(...cut(token, state));
  }
  return tokens;
}

/** The state after one more character, or undefined where the token ends before it. */
function follow(state: State, token: string, next: string): State | undefined {
  switch (state) {
    case 'word':
      return isLetter(next) ? 'word' : next === '.' ? 'wordWithDots' : undefined;
    case 'number':
      if (isDigit(next)) return 'number';
      return next === '.' || (next === ',' && token.length >= 2) ? 'numberWithDots' : undefined;
    case 'wordWithDots':
      if (next === '.' || isLetter(next)) return 'wordWithDots';
      return isDigit(next) && token.endsWith('.') ? 'numberWithDots' : undefined;
    case 'numberWithDots':
      if (next === '.' || isDigit(next)) return 'numberWithDots';
      return isLetter(next) && token.endsWith('.') ? 'wordWithDots' : undefined;
  }
}

function cut(token: string, state: State): string[] {
  if (state === 'word' || state === 'number') return [token];
  if (isLetter(token.charAt(0)) || /\p{L}|[.,]$|\..*\./su.test(token)) {
    return token.split(/([.,])/).filter((part) => part !== '');
  }
  return [token.includes('.') ? token : token.replaceAll(',', '.')];
}
