import { isLostConnection } from './lost-connection';
import { databaseUnreachable } from './watch';

/**
 * A driver that works on our database, whose lost connections are errors that are worth another try; everything else is
 * as it was, in what lies in it too.
 */
export function withRetryableOutages<Driver extends object>(driver: Driver): Driver {
  return new Proxy(driver, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return withRetryableOutages(member);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given);
        return answer instanceof Promise ? answer.catch(explained) : answer;
      };
    },
  });
}

/** @throws unavailable `database_unreachable`, worth another try, or the error itself */
function explained(error: unknown): never {
  throw isLostConnection(error) ? databaseUnreachable(error) : error;
}
