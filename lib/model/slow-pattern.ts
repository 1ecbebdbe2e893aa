/** A repetition of what repeats itself, or of what was found before. */
const MAY_TAKE_FOR_EVER = /[+*}]\)?[+*{]|[+*}][^()]*\)[+*{]|\|[^()]*\)[+*{]|\\[1-9]|\(\?<?[=!]/;

/** Whether a search for a regular expression may take for ever, as far as its text shows: rather once too often. */
export function mayTakeForEver(expression: string): boolean {
  return MAY_TAKE_FOR_EVER.test(expression);
}
