import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  ApplicationForms,
  engineOf,
  loadedObjects,
  type ObjectsEngine,
  openPackages,
} from '@/lib/conductor/muranopl/world';
import type { JsonObject } from '@/lib/model/json';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { ObjectLoader } from './environment-objects';
import { type Templates, templatesIn, withServers } from './template-servers';

/** What is known of the classes that a model works with. */
export interface Classes {
  ancestorsOf(className: string): readonly string[];
  hasProperty(className: string, property: string): boolean;
  /** @param tenantId whose the environments are; null where nobody is known to own them */
  loaderFor(tenantId: string | null): ObjectLoader;
}

/** Sets of packages kept open. */
const MAX_OPEN_SETS = 8;
/** Environments whose loaded objects are kept with their packages: a draft and what is deployed are asked about in turn. */
const MAX_LOADED_ENVIRONMENTS = 8;

/** Packages that are open, and what was loaded with them. */
interface OpenPackages {
  engine: ObjectsEngine;
  forms: ApplicationForms;
  templates: Templates;
  loaded: LRUCache<string, JsonObject>;
}

/**
 * Reads classes of packages together with the library; the same packages are read once.
 *
 * @param library the packages that MuranoPL brings along; opened with the first class that is asked for
 */
export function createClasses(library: readonly ObjectPackage[]): (objects: readonly ObjectPackage[]) => Classes {
  const kept = new LRUCache<string, OpenPackages>({ max: MAX_OPEN_SETS });
  let opened: ReturnType<typeof openPackages> | null = null;
  return (objects) => {
    const open = () => {
      const key = JSON.stringify(objects);
      const known = kept.get(key);
      if (known) return known;
      opened ??= openPackages(library);
      const engine = engineOf(objects, opened);
      const loaded = new LRUCache<string, JsonObject>({ max: MAX_LOADED_ENVIRONMENTS });
      const made = { engine, forms: new ApplicationForms(engine), templates: templatesIn(objects), loaded };
      kept.set(key, made);
      return made;
    };
    return {
      ancestorsOf: (className) => open().forms.ancestorsOf(className),
      hasProperty: (className, property) => open().forms.hasProperty(className, property),
      loaderFor: (tenantId) => (model) => {
        if (!model.services.some(isObjectEntry)) return null;
        const { engine, forms, templates, loaded } = open();
        const key = createHash('sha256')
          .update(JSON.stringify([tenantId, model]))
          .digest('base64');
        const known = loaded.get(key);
        if (known) return known;
        const object = loadedObjects(engine, model, forms);
        if (!object) return null;
        const ancestorsOf = (className: string) => forms.ancestorsOf(className);
        const whole = withServers(object, templates, ancestorsOf, tenantId) as JsonObject;
        loaded.set(key, whole);
        return whole;
      },
    };
  };
}
