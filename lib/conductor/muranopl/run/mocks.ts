import type { HostObject } from '@/lib/conductor/yaql';
import type { MuranoMethod } from '../types/murano-type';
import type { Waiting } from '../types/waiting';
import type { Call, MockDesk, Replacement, Run } from './run';

interface Mock {
  /** undefined: of every object of the class */
  readonly target: HostObject | undefined;
  readonly replacement: Replacement;
}

/** Methods that a test has replaced, for a class or for one object; the last one counts. */
export class Mocks implements MockDesk {
  private readonly byMethod = new Map<MuranoMethod, Mock[]>();

  /** Replaces a method, of every object or of one. */
  add(method: MuranoMethod, target: HostObject | undefined, replacement: Replacement): void {
    this.byMethod.set(method, [...(this.byMethod.get(method) ?? []), { target, replacement }]);
  }

  /** What runs instead of the method; undefined when nobody has replaced it. */
  invoke(session: Run, call: Call): Waiting | undefined {
    if (this.byMethod.size === 0) return undefined;
    const mocks = this.byMethod.get(call.method);
    const mock = mocks?.findLast(({ target }) => target === undefined || target === call.receiver);
    return mock?.replacement(session, call);
  }
}
