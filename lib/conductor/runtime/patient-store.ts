import { isVetroError } from '@/lib/errors';
import { type RetryPolicy, retrying } from './retry';

/**
 * A store whose methods are retried, so that a run does not fail because a connection to our own database was lost.
 * VetroErrors are thrown at once.
 *
 * @param store its methods are idempotent
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
