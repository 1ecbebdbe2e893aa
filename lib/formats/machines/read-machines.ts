import { z } from 'zod';
import type { MachineDescription } from '@/lib/model/machine-description';
import { schemaWords } from '@/lib/model/schema-words';
import { checkProperties, FormPropertySchema } from '../form/service-form';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

const MACHINES_FORMAT = 'Machines/1.0';
/** The file in which a library says which machines it makes. */
export const MACHINES_FILE = 'Machines/machines.yaml';

const MachinesFileSchema = z.strictObject({
  Format: z.literal(MACHINES_FORMAT),
  system: z
    .string()
    .regex(
      /^[a-z][a-z0-9]*(\.[a-z0-9]+)*$/,
      'A system is the type of images, in small letters: windows, linux, windows.2022',
    ),
  properties: z.array(FormPropertySchema).min(1),
  first: z.array(z.string()).default([]),
  signIn: z.strictObject({ command: z.string().min(1), account: z.string().min(1) }).optional(),
});

/** What a command or an account may name besides properties. */
const OF_THE_MACHINE = ['address', 'host', 'HOST'];

/**
 * Reads what a library says of the machines that it makes (docs/blueprints.md, "The system of its machines"). Reports
 * everything that is wrong, with file, line and path.
 *
 * @param files every file of the package, as texts by path
 * @param label begins the file names in problems
 * @returns null for a package without the file, and for one in which anything is wrong
 */
export function readMachines(
  files: ReadonlyMap<string, string>,
  label: string,
): { machines: MachineDescription | null; problems: PackageProblem[] } {
  const text = files.get(MACHINES_FILE);
  if (text === undefined) return { machines: null, problems: [] };
  const file = `${label}/${MACHINES_FILE}`;
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return { machines: null, problems: yaml.problems };
  const parsed = MachinesFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return { machines: null, problems: problemsOf(file, parsed.error, yaml) };
  const problems: PackageProblem[] = [];
  const note = (path: readonly PropertyKey[], code: string, sentence: string) => {
    problems.push({ file, path: path.map(String).join('.'), ...yaml.placeOf(path), code, sentence });
  };
  const { system, properties, first, signIn } = parsed.data;
  checkProperties(properties, 'properties', [], note);
  const names = properties.map(({ name }) => name);
  first.forEach((name, at) => {
    if (!names.includes(name)) note(['first', at], 'unknown_property', `There is no property "${name}" here.`);
  });
  for (const [key, template] of Object.entries(signIn ?? {})) {
    const known = [...OF_THE_MACHINE, ...names];
    const unknown = [...template.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name)
      .find((name) => !known.includes(name ?? ''));
    if (unknown === undefined) continue;
    const sentence = `{${unknown}} stands for nothing: known are ${known.join(', ')}.`;
    note(['signIn', key], 'unknown_property', sentence);
  }
  if (!properties.some(({ kind }) => kind === 'image')) {
    note(['properties'], 'no_image', 'Machines start from an image: a property of the kind image asks for it.');
  }
  if (problems.length > 0) return { machines: null, problems };
  const fitting = properties.map((one) =>
    one.kind === 'image' ? { ...one, imageType: one.imageType ?? system } : one,
  );
  return { machines: { system, properties: fitting, first, ...(signIn && { signIn }) }, problems };
}
