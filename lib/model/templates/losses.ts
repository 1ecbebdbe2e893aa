/** What ends without a machine of a template, with the values of its parameters in place of their names in braces. */
export function withParameters(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (marker, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : marker,
  );
}
