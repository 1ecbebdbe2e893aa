import { dayOfYear, isoWeek } from './calendar';
import type { YaqlDateTime } from './datetime';
import { MONTHS, WEEKDAYS } from './names';

const pad = (value: number, width: number, fill = '0') => String(value).padStart(width, fill);

/** Python's strftime in the C locale; directives that it does not know stay as they are. */
export function strftime(moment: YaqlDateTime, format: string): string {
  return format.replace(/%([-_0^#]?)([a-zA-Z%])/g, (whole, flag: string, letter: string) => {
    const text = directive(moment, letter);
    if (text === undefined) return whole;
    if (flag === '-') return text.replace(/^0+(?=\d)/, '');
    if (flag === '_') return text.replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length));
    return flag === '^' ? text.toUpperCase() : text;
  });
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
      return String(Math.floor(moment.instant().milliseconds / 1000));
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
