import { z } from 'zod';
import { schemaWords } from '@/lib/model/schema-words';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

export const PACKAGE_FORMAT = 'Vetro/1.0';

const FullNameSchema = z
  .string()
  .regex(
    /^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$/,
    'A full name has parts with dots between them, for example com.acme.Intranet',
  );

/** `manifest.yaml`: who a package is. Its keys are Murano's. */
export const ManifestSchema = z.strictObject({
  Format: z.literal(PACKAGE_FORMAT),
  /** an application has a service type; a library only helps others */
  Type: z.enum(['Application', 'Library']),
  FullName: FullNameSchema,
  Name: z.string().min(1),
  Version: z.string().regex(/^\d+\.\d+\.\d+$/, 'A version has three numbers, for example 1.0.0'),
  Description: z.string().default(''),
  Author: z.string().default(''),
  Tags: z.array(z.string()).default([]),
  Categories: z.array(z.string()).default([]),
  /** packages that must be there, with the oldest version that will do */
  Require: z.record(FullNameSchema, z.string().regex(/^\d+\.\d+\.\d+$/)).default({}),
  /** the application that it adds something to, with the oldest version that will do */
  Extends: z
    .record(FullNameSchema, z.string().regex(/^\d+\.\d+\.\d+$/))
    .refine((extended) => Object.keys(extended).length <= 1, 'A package extends one other')
    .default({}),
});
export type Manifest = z.infer<typeof ManifestSchema>;

/**
 * Reads `manifest.yaml`.
 *
 * @param format what its `Format` must say: manifests of different formats differ in nothing else
 * @returns null with every problem when anything is wrong
 */
export function readManifest(
  file: string,
  text: string,
  format: string = PACKAGE_FORMAT,
): { manifest: Omit<Manifest, 'Format'> | null; problems: PackageProblem[] } {
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return { manifest: null, problems: yaml.problems };
  const parsed = ManifestSchema.extend({ Format: z.literal(format) }).safeParse(yaml.value, { error: schemaWords });
  if (parsed.success) {
    const wrong = extensionProblem(parsed.data, format);
    if (wrong === null) return { manifest: parsed.data, problems: [] };
    const place = yaml.placeOf(['Extends']);
    return {
      manifest: null,
      problems: [{ file, path: 'Extends', ...place, code: 'extension_format', sentence: wrong }],
    };
  }
  return { manifest: null, problems: problemsOf(file, parsed.error, yaml) };
}

/** What keeps a package of this format from extending another; null for what may, and for what does not. */
function extensionProblem({ Type, Extends }: Pick<Manifest, 'Type' | 'Extends'>, format: string): string | null {
  if (Object.keys(Extends).length === 0) return null;
  if (format !== PACKAGE_FORMAT) return `Packages of the format ${PACKAGE_FORMAT} extend others, not of ${format}.`;
  if (Type === 'Library') return null;
  return 'What extends a package has no service type of its own: make it a Library.';
}

/** Orders versions of three numbers: negative when `a` is older. */
export function comparePackageVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const order = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
