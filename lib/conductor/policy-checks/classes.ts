import { LRUCache } from 'lru-cache';
import { ApplicationForms, engineOf, openPackages } from '@/lib/conductor/muranopl/world';
import { isVetroError } from '@/lib/errors';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { ObjectMaker } from './environment-objects';

/** What is known of the classes that a model works with. */
export interface Classes {
  ancestorsOf(className: string): readonly string[];
  hasProperty(className: string, property: string): boolean;
  objectOf: ObjectMaker;
}

/** Sets of packages kept open. */
const MOST_OPEN = 8;

/**
 * Reads classes of packages together with the library; the same packages are read once.
 *
 * @param library the packages that MuranoPL brings along; opened with the first class that is asked for
 */
export function createClasses(library: readonly ObjectPackage[]): (objects: readonly ObjectPackage[]) => Classes {
  const kept = new LRUCache<string, ApplicationForms>({ max: MOST_OPEN });
  let opened: ReturnType<typeof openPackages> | null = null;
  return (objects) => {
    const forms = () => {
      const key = JSON.stringify(objects);
      const known = kept.get(key);
      if (known) return known;
      opened ??= openPackages(library);
      const made = new ApplicationForms(engineOf(objects, opened));
      kept.set(key, made);
      return made;
    };
    return {
      ancestorsOf: (className) => forms().ancestorsOf(className),
      hasProperty: (className, property) => forms().hasProperty(className, property),
      objectOf: (service, model) => {
        try {
          return forms().objectOf(service, model);
        } catch (error) {
          // A form that makes nothing of its answers yet: the answers themselves are what rules see.
          if (isVetroError(error)) return null;
          throw error;
        }
      },
    };
  };
}
