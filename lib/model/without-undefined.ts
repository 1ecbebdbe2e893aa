/** An object of which the keys that may be undefined may be left out instead. */
export type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/**
 * What was given of an input: for a change, what is left out stays as it is.
 *
 * @returns a copy without the entries that are undefined
 */
export function withoutUndefined<T extends object>(input: T): Defined<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>;
}
