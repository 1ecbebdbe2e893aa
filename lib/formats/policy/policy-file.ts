import { stringify } from 'yaml';
import { POLICY_FILE_FORMAT, type PolicyFile, PolicyFileSchema, rulesIn } from '@/lib/model/policies/policy-file';
import { schemaWords } from '@/lib/model/schema-words';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

/** A file that was read; `file` is null when something is wrong with it. */
export interface ReadPolicyFile {
  file: PolicyFile | null;
  problems: PackageProblem[];
}

/**
 * Reads a policy file. Its rules are not read yet: that is for whoever asks them.
 *
 * @param name of the file, for problems
 */
export function readPolicyFile(name: string, text: string): ReadPolicyFile {
  const yaml = readYaml(name, text);
  if (yaml.problems.length > 0) return { file: null, problems: yaml.problems };
  const read = PolicyFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!read.success) return { file: null, problems: problemsOf(name, read.error, yaml) };
  try {
    rulesIn(read.data, 'en');
    rulesIn(read.data, 'de');
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { file: null, problems: [{ file: name, path: 'words', code: 'invalid', sentence }] };
  }
  return { file: read.data, problems: [] };
}

/** What is stored of a policy and written into a file. */
type WrittenPolicy = Pick<PolicyFile, 'mode' | 'enabled' | 'values' | 'rules'> & { name: string; summary: string };

/** A stored policy as a file that {@link readPolicyFile} reads again as the same. */
export function printPolicyFile({ name, summary, mode, enabled, values, rules }: WrittenPolicy): string {
  const file = {
    Format: POLICY_FILE_FORMAT,
    name: fileNameOf(name),
    title: name,
    ...(summary === '' ? {} : { summary }),
    mode,
    enabled,
    ...(Object.keys(values).length === 0 ? {} : { values }),
    rules,
  };
  return stringify(file, { lineWidth: 0, blockQuote: 'literal' });
}

/** A name for a file, of what a policy is called. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return plain.slice(0, 60) || 'policy';
}
