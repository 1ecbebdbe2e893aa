import type { PolicyParameters } from '@/lib/model/policies/parameters';

/** A value of a policy as it is typed. */
export interface TypedParameter {
  /** of the row, while it is on the page */
  key: string;
  name: string;
  value: string;
}

type Single = string | number | boolean;

/** The values of a policy, to be typed: the items of a list with commas between them. */
export function typedParameters(parameters: PolicyParameters): TypedParameter[] {
  return Object.entries(parameters).map(([name, value]) => ({ key: name, name, value: [value].flat().join(', ') }));
}

/** What was typed: a whole number, yes or no, a text; with commas a list of them. A row without a name says nothing. */
export function parametersOf(typed: readonly TypedParameter[]): PolicyParameters {
  return Object.fromEntries(
    typed.flatMap(({ name, value }) => {
      if (name.trim() === '') return [];
      const items = value.split(',').map((item) => single(item.trim()));
      return [[name.trim(), items.length === 1 ? (items[0] as Single) : items.filter((item) => item !== '')]];
    }),
  );
}

function single(text: string): Single {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
