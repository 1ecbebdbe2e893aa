import { z } from 'zod';
import { schemaWords } from '@/lib/model/schema-words';
import type { ServiceExtension } from '@/lib/model/service-extension';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';
import { checkProperties, checkSteps, FormPropertySchema, formParts } from './service-form';

/** The file in which a package says what it adds to the service type of the one that it extends. */
export const EXTENSION_FILE = 'UI/extension.yaml';

const ExtensionFileSchema = z.strictObject({
  Format: z.literal('Extension/1.0'),
  properties: z.array(FormPropertySchema).default([]),
  form: formParts.form.default([]),
  roles: formParts.roles,
  facts: formParts.facts,
});

/**
 * Reads what a package adds to the service type of another: properties with steps that ask for them, boxes of the graph,
 * facts. Its properties speak of each other alone; whether their names are free is known where the other package is.
 *
 * @returns null with every problem when anything is wrong
 */
export function readExtension(
  file: string,
  text: string,
): { extension: ServiceExtension | null; problems: PackageProblem[] } {
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return { extension: null, problems: yaml.problems };
  const parsed = ExtensionFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return { extension: null, problems: problemsOf(file, parsed.error, yaml) };
  const problems: PackageProblem[] = [];
  const note = (path: readonly PropertyKey[], code: string, sentence: string) => {
    const line = yaml.lineOf(path);
    problems.push({ file, path: path.map(String).join('.'), ...(line === undefined ? {} : { line }), code, sentence });
  };
  const { Format: _format, ...extension } = parsed.data;
  checkProperties(extension.properties, 'properties', [], note);
  checkSteps({ ...extension, unitProperties: [] }, note);
  extension.form.forEach(({ fields }, step) => {
    fields.forEach((field, at) => {
      if (field !== 'units' && field !== 'unitCount') return;
      const sentence = `"${field}" is asked by the package that is extended.`;
      note(['form', step, 'fields', at], 'asked_twice', sentence);
    });
  });
  extension.roles.forEach(({ when }, index) => {
    if (!when) return;
    note(['roles', index, 'when'], 'unknown_property', 'A box of an extension is drawn on every machine.');
  });
  return { extension: problems.length === 0 ? extension : null, problems };
}
