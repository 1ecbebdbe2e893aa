import type { Guide, GuideFailure, GuideStep } from '@/lib/model/guide';
import type { ServiceType } from '@/lib/model/service-type';
import { withTexts } from '@/lib/model/service-type-words';
import type { PackageGuide } from './guide-file';

/** The language that guides are written in; others translate it. */
const WRITTEN_IN = 'en';

/**
 * What packages say to people together, in one language; in English what they do not say in it.
 *
 * @param guides of packages, required ones before those that require them: of a word that two explain the later decides,
 *   and a failure that two know is told by the later
 * @param language two letters
 */
export function guideIn(guides: readonly PackageGuide[], language: string): Guide {
  const steps: [string, GuideStep][] = [];
  const terms = new Map<string, Guide['terms'][number]>();
  const failures: GuideFailure[] = [];
  const sentences: Record<string, string> = {};
  for (const { translations, ...said } of guides) {
    const other = language === WRITTEN_IN ? undefined : translations[language];
    for (const [name, step] of Object.entries(said.steps)) {
      const { title, done } = other?.steps[name] ?? {};
      // what the server says of a step has its title in English, and what it says of its end names the machine
      if (title !== undefined) sentences[step.title] = title;
      if (done !== undefined && step.done !== undefined) sentences[`{1}: ${step.done}`] = `{1}: ${done}`;
      steps.push([name, { ...step, ...other?.steps[name] }]);
    }
    Object.assign(sentences, other?.sentences);
    for (const [word, term] of Object.entries(said.terms)) {
      const { title = capitalised(word), text, words = [word] } = { ...term, ...other?.terms[word] };
      terms.set(word, { title, text, words });
    }
    const own = Object.entries(said.failures).map(([name, failure]) => ({ ...failure, ...other?.failures[name] }));
    failures.unshift(...own);
  }
  return {
    ...{ steps: Object.fromEntries(steps), failures, terms: [...terms.values()] },
    ...(Object.keys(sentences).length > 0 && { sentences }),
  };
}

/**
 * A service type in one language; in English what nobody translates.
 *
 * @param guides as in {@link guideIn}: a text that two translate is said as the later does
 */
export function typeIn(type: ServiceType, guides: readonly PackageGuide[], language: string): ServiceType {
  const isTranslated = guides.some(({ translations: { [language]: own } }) => own !== undefined);
  return isTranslated ? withTexts(type, textIn(guides, language)) : type;
}

/**
 * What says a text of packages in one language; in English what nobody translates.
 *
 * @param guides as in {@link typeIn}
 */
export function textIn(guides: readonly PackageGuide[], language: string): (text: string) => string {
  const translations = guides.flatMap(({ translations: { [language]: own } }) => (own ? [own.texts] : []));
  return (text) => translations.findLast((texts) => Object.hasOwn(texts, text))?.[text] ?? text;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
