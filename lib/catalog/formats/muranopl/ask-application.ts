import { LRUCache } from 'lru-cache';
import { openPackages } from '@/lib/conductor/muranopl/world';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { type Application, type ApplicationSource, applicationOf, type PlannedMachine } from './applications';

/** A question about an application, as it travels to a thread. */
export interface AboutApplication {
  /** tells the contents that the application is read from */
  key: string;
  /** those contents; absent where the thread may know them */
  source?: ApplicationSource;
  /** the service whose machines are asked for; absent: the service types are */
  about?: { service: Service; model: EnvironmentModel };
}

/** What a thread answers: `unknown` when it would have to be given the contents. */
export type ApplicationAnswer =
  | { kind: 'unknown' }
  | { kind: 'types'; types: readonly ServiceType[] }
  | { kind: 'machines'; machines: PlannedMachine[] | null };

/** Applications kept read in one thread. */
const MOST_KEPT = 16;

/**
 * Answers questions about applications, each of which is read once for the same contents.
 *
 * @param library the packages that MuranoPL brings along; opened with the first question
 */
export function createApplications(library: readonly ObjectPackage[]): (asked: AboutApplication) => ApplicationAnswer {
  const kept = new LRUCache<string, Application>({ max: MOST_KEPT });
  let opened: ReturnType<typeof openPackages> | null = null;
  return ({ key, source, about }) => {
    const known = kept.get(key);
    if (!known && !source) return { kind: 'unknown' };
    opened ??= openPackages(library);
    const application = known ?? applicationOf(source as ApplicationSource, opened);
    kept.set(key, application);
    return about
      ? { kind: 'machines', machines: application.machinesOf(about.service, about.model) }
      : { kind: 'types', types: application.types };
  };
}
