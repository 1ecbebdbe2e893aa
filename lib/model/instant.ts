/** An instant as the guide prints it, to the second: `2010-11-30T03:23:42Z`. */
export function instantText(at: Date): string {
  return `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}

/** The same of an instant that is a text already. */
export function toTheSecond(instant: string): string {
  return instant.replace(/\.\d+(?=Z$)/, '');
}
