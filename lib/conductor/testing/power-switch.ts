/** Cuts a part of a process off from the world, as its death does. */
export interface PowerSwitch {
  /** From now on nothing that goes through this switch has an effect or comes back. */
  cut(): void;
  /** The same object: whatever is asked of it after the cut is not done, and whatever is under way never answers. */
  wired<T extends object>(part: T): T;
}

const NEVER = new Promise<never>(() => undefined);

/** Makes the switch of one process. */
export function createPowerSwitch(): PowerSwitch {
  let isCut = false;

  /** Passes an answer on, unless the process is dead by then. */
  const answered = (work: Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      work.then(
        (value) => isCut || resolve(value),
        (error) => isCut || reject(error),
      );
    });

  /** A function on its way in or out: one that is called after the cut does nothing. */
  function wire(call: (...args: unknown[]) => unknown, owner: unknown): (...args: unknown[]) => unknown {
    return (...args) => {
      if (isCut) return NEVER;
      const given = args.map((one) => (typeof one === 'function' ? wire(one as typeof call, undefined) : one));
      const value = call.apply(owner, given);
      return value instanceof Promise ? answered(value) : wiredValue(value);
    };
  }

  function wiredValue(value: unknown): unknown {
    if (typeof value === 'function') return wire(value as (...args: unknown[]) => unknown, undefined);
    return value;
  }

  function wired<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value === 'function') return wire(value as (...args: unknown[]) => unknown, target);
        const isPart = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
        return isPart ? wired(value) : value;
      },
    });
  }

  return {
    cut: () => {
      isCut = true;
    },
    wired,
  };
}
