import { LRUCache } from 'lru-cache';
import { openPackages, type StaticCall, type StaticOutcome } from '@/lib/conductor/muranopl/world';
import type { ClassConfigs, PackageConfiguration } from '@/lib/model/class-configs';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { type AnswersOutcome, type Application, type ApplicationSource, applicationOf } from './applications';
import type { DescribedClasses } from './describe-classes';

/** A question about an application, as it travels to a thread. */
export interface AboutApplication {
  /** tells the contents that the application is read from */
  key: string;
  /** those contents; absent where the thread may know them */
  source?: ApplicationSource;
  /** what is asked: what the answers of a service come to, the schemas of a class, a call of a static method, its classes as people read them, what they are configured by; absent: the service types */
  about?: QuestionAboutApplication;
}

/** What is asked of an application besides its service types. */
export type QuestionAboutApplication =
  | { service: Service; model: EnvironmentModel }
  | { className: string; methods: readonly string[] }
  | { call: StaticCall }
  | { configuration: ClassConfigs }
  | { documentation: true };

/** What a thread answers: `unknown` when it would have to be given the contents. */
export type ApplicationAnswer =
  | { kind: 'unknown' }
  | { kind: 'types'; types: readonly ServiceType[] }
  | ({ kind: 'outcome' } & AnswersOutcome)
  | { kind: 'schemas'; schemas: JsonObject | null }
  | ({ kind: 'documentation' } & DescribedClasses)
  | ({ kind: 'configuration' } & PackageConfiguration)
  | { kind: 'called'; outcome: StaticOutcome };

/** Applications kept read in one thread. */
const MAX_APPLICATIONS = 16;

/**
 * Answers questions about applications, each of which is read once for the same contents.
 *
 * @param library the packages that MuranoPL brings along; opened with the first question
 */
export function createApplications(library: readonly ObjectPackage[]): (asked: AboutApplication) => ApplicationAnswer {
  const kept = new LRUCache<string, Application>({ max: MAX_APPLICATIONS });
  let opened: ReturnType<typeof openPackages> | null = null;
  return ({ key, source, about }) => {
    const known = kept.get(key);
    if (!known && !source) return { kind: 'unknown' };
    opened ??= openPackages(library);
    const application = known ?? applicationOf(source as ApplicationSource, opened);
    kept.set(key, application);
    return about ? answerTo(application, about) : { kind: 'types', types: application.types };
  };
}

function answerTo(application: Application, about: QuestionAboutApplication): ApplicationAnswer {
  if ('service' in about) return { kind: 'outcome', ...application.outcomeOf(about.service, about.model) };
  if ('documentation' in about) return { kind: 'documentation', ...application.documentation() };
  if ('configuration' in about) return { kind: 'configuration', ...application.configuration(about.configuration) };
  if ('call' in about) return { kind: 'called', outcome: application.callStatic(about.call) };
  return { kind: 'schemas', schemas: application.schemasOf(about.className, about.methods) };
}
