/**
 * What is typed into a field that the browser makes of several parts (hour, minute, and whether it is before noon; day,
 * month and year): each part as the browser's language writes it, and in its order. Null for any other field. Runs in
 * the page.
 *
 * The browser of the stories speaks English, whatever language a page is in.
 *
 * @param value as the field holds it: HH:MM or YYYY-MM-DD
 */
export function partsToType(element: Element, value: string): string[] | null {
  if (!(element instanceof HTMLInputElement)) return null;
  const { type } = element;
  if (type !== 'time' && type !== 'date') return null;
  const moment = new Date(type === 'time' ? `2000-01-01T${value}` : `${value}T00:00`);
  const format: Intl.DateTimeFormatOptions =
    type === 'time' ? { hour: '2-digit', minute: '2-digit' } : { year: 'numeric', month: '2-digit', day: '2-digit' };
  return new Intl.DateTimeFormat('en-US', format)
    .formatToParts(moment)
    .filter((part) => part.type !== 'literal')
    .map((part) => (part.type === 'dayPeriod' ? part.value.charAt(0) : part.value));
}
