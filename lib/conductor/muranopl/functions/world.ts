import { type Context, define, type FunctionDefinition } from '@/lib/conductor/yaql';
import { frameOf } from '../run/frame';
import { GiveWay, Sleep } from '../run/requests';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** What comes from outside: time, chance, the log. */
export const WORLD_FUNCTIONS: readonly FunctionDefinition[] = [
  define('randomName', 'function', '', randomName),
  define('sleep', 'function', 'seconds:number', (context, seconds: number) =>
    context.runtime?.attempt(function* sleep() {
      yield Number(seconds) > 0 ? new Sleep(Number(seconds)) : new GiveWay();
      return null;
    }),
  ),
  define('logger', 'function', 'loggerName:text', (context, name: string) => {
    const { session } = frameOf(context);
    return context.runtime?.recall(() => {
      const logger = session.plainObject('io.murano.system.Logger');
      logger.native.set('name', name);
      return logger;
    });
  }),
];

/** A name that nobody has: when it was made, how many were made before, and chance. */
function randomName(context: Context): string {
  const { runtime } = context;
  const { session } = frameOf(context);
  const moment = Math.floor((runtime?.now() ?? 0) / 100).toString(36);
  const count = Number(runtime?.recall(() => session.nextNumber())).toString(36);
  const tail = Array.from({ length: 4 }, () => ALPHABET[Math.floor((runtime?.random() ?? 0) * ALPHABET.length)]);
  return `${ALPHABET[Math.floor((runtime?.random() ?? 0) * 26)]}${moment}${count.padStart(3, '0')}${tail.join('')}`;
}
