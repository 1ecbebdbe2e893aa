import { dayOfYear, isoWeek } from './calendar';
import type { YaqlDateTime } from './datetime';
import { MONTHS, WEEKDAYS } from './names';

const pad = (value: number, width: number, fill = '0') => String(value).padStart(width, fill);

/**
 * Python's strftime in the C locale, with the flags and widths of the C library: `%-d`, `%_d`, `%^a`, `%05d`.
 * Directives that it does not know stay as they are.
 */
export function strftime(moment: YaqlDateTime, format: string): string {
  return format.replace(/%([-_0^#]*)(\d*)[EO]?([a-zA-Z%])/g, (whole, flags: string, width: string, letter: string) => {
    const text = directive(moment, letter);
    if (text === undefined) return whole;
    const padding = /[-_0](?=[^-_0]*$)/.exec(flags)?.[0];
    return padded(inCase(text, letter, flags), letter, padding, Number(width));
  });
}

function inCase(text: string, letter: string, flags: string): string {
  if (flags.includes('#') && 'pZ'.includes(letter)) return text.toLowerCase();
  return /[#^]/.test(flags) ? text.toUpperCase() : text;
}

/** Numbers are filled with zeros, unless blanks are their way or are asked for; words with blanks. */
function padded(text: string, letter: string, padding: string | undefined, width: number): string {
  const isNumber = /^ ?\d+$/.test(text) && !'zZ'.includes(letter);
  const bare = isNumber ? text.replace(/^[ 0]+(?=\d)/, '') : text;
  if (padding === '-') return bare;
  const fill = padding === '0' || (padding === undefined && isNumber && !'ekl'.includes(letter)) ? '0' : ' ';
  return bare.padStart(Math.max(isNumber ? text.length : 0, Math.min(width, 1000)), fill);
}

function directive(moment: YaqlDateTime, letter: string): string | undefined {
  const fields = moment.fields();
  const { year, month, day, hour, minute, second, microsecond } = fields;
  const weekday = moment.weekday();
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const of = (format: string) => strftime(moment, format);
  switch (letter) {
    case 'Y':
      return String(year);
    case 'y':
      return pad(year % 100, 2);
    case 'C':
      return pad(Math.floor(year / 100), 2);
    case 'm':
      return pad(month, 2);
    case 'd':
      return pad(day, 2);
    case 'e':
      return pad(day, 2, ' ');
    case 'H':
      return pad(hour, 2);
    case 'k':
      return pad(hour, 2, ' ');
    case 'I':
      return pad(twelve, 2);
    case 'l':
      return pad(twelve, 2, ' ');
    case 'M':
      return pad(minute, 2);
    case 'S':
      return pad(second, 2);
    case 'f':
      return pad(microsecond, 6);
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'P':
      return hour < 12 ? 'am' : 'pm';
    case 'z':
      return moment.offsetText('');
    case 'Z':
      return moment.zone ?? (moment.offset === 0 ? 'UTC' : '');
    case 'a':
      return (WEEKDAYS[weekday] ?? '').slice(0, 3);
    case 'A':
      return WEEKDAYS[weekday] ?? '';
    case 'b':
    case 'h':
      return (MONTHS[month - 1] ?? '').slice(0, 3);
    case 'B':
      return MONTHS[month - 1] ?? '';
    case 'j':
      return pad(dayOfYear(fields), 3);
    case 'w':
      return String((weekday + 1) % 7);
    case 'u':
      return String(weekday + 1);
    case 'U':
      return pad(Math.floor((dayOfYear(fields) + 6 - ((weekday + 1) % 7)) / 7), 2);
    case 'W':
      return pad(Math.floor((dayOfYear(fields) + 6 - weekday) / 7), 2);
    case 'V':
      return pad(isoWeek(fields, weekday).week, 2);
    case 'G':
      return String(isoWeek(fields, weekday).year);
    case 'g':
      return pad(isoWeek(fields, weekday).year % 100, 2);
    case 'c':
      return of('%a %b %e %H:%M:%S %Y');
    case 'x':
    case 'D':
      return of('%m/%d/%y');
    case 'X':
    case 'T':
      return of('%H:%M:%S');
    case 'F':
      return of('%Y-%m-%d');
    case 'R':
      return of('%H:%M');
    case 'r':
      return of('%I:%M:%S %p');
    case 's':
      // The C library takes the wall clock for its own.
      return String(Math.floor((moment.instant().milliseconds + moment.offset / 1000) / 1000));
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '%':
      return '%';
    default:
      return undefined;
  }
}
