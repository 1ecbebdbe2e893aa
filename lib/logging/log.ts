import pino from 'pino';
import { MASK } from '@/lib/model/secret';
import { logContext } from './context';
import type { KnownSecrets } from './known-secrets';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'level'> & {
  child(bindings: Record<string, unknown>): Log;
};

export interface LogOptions {
  level: string;
  /** masked in every line */
  secrets: KnownSecrets;
  /** where lines go; standard output when left out */
  destination?: { write(line: string): void };
}

const SECRET_KEY = /pass(word|wd)?$|secret|token|authorization|cookie|credential|private.?key/i;
const DEEPEST = 8;

/**
 * Makes the log of a process.
 *
 * @returns a logger whose lines are JSON objects with `level`, `time` (ISO), `msg`, the async context's ids and
 *   what the caller gave, secrets masked
 */
export function createLog({ level, secrets, destination }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...logContext() }),
      formatters: {
        level: (label) => ({ level: label }),
        log: (line) => redact(line, 0) as Record<string, unknown>,
      },
      // Errors are made plain by the formatter; pino's own serializer would take them for something else.
      serializers: { err: (value: unknown) => value },
      hooks: { streamWrite: (line) => secrets.mask(line) },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
  return redactingChildren(logger);
}

/** pino's formatter for bindings does not reach the children of children; this does. */
function redactingChildren(logger: pino.Logger): Log {
  return {
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fatal: logger.fatal.bind(logger),
    get level() {
      return logger.level;
    },
    set level(level) {
      logger.level = level;
    },
    child: (bindings) => redactingChildren(logger.child(redact(bindings, 0) as Record<string, unknown>)),
  };
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return redactError(value, depth);
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((inner) => redact(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET_KEY.test(key) ? MASK : redact(inner, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): unknown {
  const { name, message, stack, cause, ...rest } = error;
  return {
    type: error.name || name,
    message,
    stack,
    ...(cause === undefined || depth > DEEPEST ? {} : { cause: redact(cause, depth + 1) }),
    ...(redact(rest, depth + 1) as object),
  };
}
