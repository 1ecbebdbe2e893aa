import type { HostObject } from '@vetro/yaql';
import type { Call, Execution, MockRegistry, Replacement } from '../execution/execution';
import type { MuranoMethod } from '../types/murano-type';
import type { Waiting } from '../types/waiting';

interface Mock {
  /** undefined: of every object of the class */
  readonly target: HostObject | undefined;
  readonly replacement: Replacement;
}

/** Methods that a test has replaced, for a class or for one object; the last one counts. */
export class Mocks implements MockRegistry {
  private readonly byMethod = new Map<MuranoMethod, Mock[]>();

  /** Replaces a method, of every object or of one. */
  add(method: MuranoMethod, target: HostObject | undefined, replacement: Replacement): void {
    this.byMethod.set(method, [...(this.byMethod.get(method) ?? []), { target, replacement }]);
  }

  /** What runs instead of the method; undefined when nobody has replaced it. */
  invoke(execution: Execution, call: Call): Waiting | undefined {
    if (this.byMethod.size === 0) return undefined;
    const mocks = this.byMethod.get(call.method);
    const mock = mocks?.findLast(({ target }) => target === undefined || target === call.receiver);
    return mock?.replacement(execution, call);
  }
}
