import type { CatalogApplications } from './applications';
import type { CatalogVersion } from './catalog-package';
import { formatNamed } from './formats';
import type { ApplicationAnswer, QuestionAboutApplication } from './formats/muranopl/ask-application';

/** Which class is meant. */
export interface ClassAddress {
  className: string;
  /** full name of the package that has it; left out, any */
  packageName?: string | undefined;
  /** which versions of the package will do, as manifests write it; left out, any */
  versions?: string | undefined;
}

/** What may be asked of a class. */
export type QuestionAboutClass = Exclude<
  QuestionAboutApplication,
  { service: unknown } | { documentation: true } | { configuration: unknown }
>;

/** What was answered; `exceeded` when it took more time or memory than it may. */
export type ClassAnswer = Extract<ApplicationAnswer, { kind: 'schemas' | 'called' }> | { kind: 'exceeded' };

/** What Murano's client asks for when nobody says a version: any of a class that was never given one. */
const USUAL_VERSIONS = '=0';

/** Asks about a class of the newest packages, or of those that MuranoPL brings along; null: none has it. */
export async function askClass(
  {
    newest,
    applications,
    brought,
  }: { newest: readonly CatalogVersion[]; applications: CatalogApplications; brought: ReadonlyMap<string, string> },
  { className, packageName, versions }: ClassAddress,
  about: QuestionAboutClass,
): Promise<ClassAnswer | null> {
  const having = newest.filter(
    ({ name, pack }) => pack.classes.includes(className) && (packageName === undefined || name === packageName),
  );
  const fitting = having.find(
    ({ format, version }) => versions === undefined || formatNamed(format).requirement(versions).accepts(version),
  );
  const found = fitting ?? (versions === USUAL_VERSIONS ? having[0] : undefined);
  const ofLibrary = having.length === 0 && (packageName === undefined || brought.has(packageName));
  if (!found && !ofLibrary) return null;
  const answer = await applications.ask(newest, found?.pack ?? null, about);
  if (answer === null) return { kind: 'exceeded' };
  return answer.kind === 'schemas' || answer.kind === 'called' ? answer : null;
}
