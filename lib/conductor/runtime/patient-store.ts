import { isVetroError } from '@/lib/errors';
import { type RetryPolicy, retrying } from './retry';

/**
 * A store of ours that is asked again until it answers: a run does not fail because a connection to our own database was
 * lost. What it refuses in words is thrown at once.
 *
 * @param store its methods change nothing when they are called once more
 */
export function patientStore<Store extends object>(store: Store, policy: RetryPolicy): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) =>
        retrying(
          policy,
          async () => method.apply(target, given),
          (error) => !isVetroError(error),
        );
    },
  });
}
