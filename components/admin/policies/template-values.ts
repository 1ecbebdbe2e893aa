import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyParameterContract, PolicyTemplateView } from '@/lib/model/policies/policy-template';

/** Words of a ready policy in the language of the page. */
export function wordsIn(words: { en: string; de: string }, language: string): string {
  return language === 'de' ? words.de : words.en;
}

/** What the form of a ready policy begins with: what it is used with, or what is usual. */
export function valuesToBegin(template: PolicyTemplateView, used: PolicyParameters | null): PolicyParameters {
  return Object.fromEntries(
    template.parameters.flatMap(({ name, default: usual }) => {
      const value = used === null ? usual : used[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The values that stand, without those that were left empty. */
export function valuesToSend(values: PolicyParameters): PolicyParameters {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** A list of texts among the values. */
export function textsIn(value: PolicyParameters[string] | undefined): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/** The days of a week, Monday first, by their names. */
export function weekdays(language: string): { value: string; label: string }[] {
  const words = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // the first of January 2024 was a Monday
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: words.format(new Date(Date.UTC(2024, 0, day))),
  }));
}

/** What is chosen of a list as the contract has it: days are numbers. */
export function chosenOf(
  { kind }: Pick<PolicyParameterContract, 'kind'>,
  chosen: readonly string[],
): PolicyParameters[string] {
  return kind === 'weekdayList' ? chosen.map(Number).sort((a, b) => a - b) : [...chosen];
}
