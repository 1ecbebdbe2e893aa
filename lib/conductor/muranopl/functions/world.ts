import { type Context, define, type FunctionDefinition } from '@vetro/yaql';
import { holdsSealed } from '@/lib/model/secret';
import { DslError } from '../errors';
import { frameOf } from '../execution/frame';
import { Sleep, Yield } from '../execution/requests';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `0123456789${LETTERS}`;
/** the first number whose text in base 36 has three digits */
const NUMBERS = 36 ** 2;

/** What comes from outside: time, chance, the log. */
export const WORLD_FUNCTIONS: readonly FunctionDefinition[] = [
  define('randomName', 'function', '', randomName),
  define('sleep', 'function', 'seconds:number', (context, seconds: number) =>
    context.runtime?.attempt(function* sleep() {
      yield Number(seconds) > 0 ? new Sleep(Number(seconds)) : new Yield();
      return null;
    }),
  ),
  define('decryptData', 'both', 'value:text', (_context, value: string) => decryptData(value)),
  define('logger', 'function', 'loggerName:text?', (context, name: string | null) => {
    const { execution } = frameOf(context);
    return context.runtime?.recall(() => {
      const logger = execution.plainObject('io.murano.system.Logger');
      logger.native.set('name', name ?? '');
      return logger;
    });
  }),
];

/**
 * The secret behind a reference. A secret is sealed wherever a program holds it, and only the cloud opens it, so
 * that what it stands for is itself. There is no manager of keys that could know any other reference.
 */
function decryptData(value: string): string {
  if (holdsSealed(value)) return value;
  throw new DslError(
    'castellan.common.exception.AuthTypeInvalidError',
    'decryptData() knows sealed secrets only: there is no key manager that this reference could belong to.',
  );
}

/**
 * A name that nobody has: five letters and eight letters or digits by chance, where the original has the time, and how many
 * were made before in this branch. No clock has a part in it: the run of a draft gives the names that its preview has shown.
 */
function randomName(context: Context): string {
  const { runtime } = context;
  const { execution } = frameOf(context);
  const drawn = (length: number, of: string) =>
    Array.from({ length }, () => of[Math.floor((runtime?.random() ?? 0) * of.length)]).join('');
  const count = Number(runtime?.recall(() => execution.fiber.nextNumber())) % NUMBERS;
  return `${drawn(5, LETTERS)}${drawn(8, LETTERS_AND_DIGITS)}${count.toString(36)}`;
}
