import { z } from 'zod';
import type { PackageChange } from '@/lib/environments/catalog/change';
import { errors, type VetroError } from '@/lib/errors';
import type { PackageView } from '@/lib/model/package-view';

const Texts = z.array(z.string().min(1).max(255)).max(100);
const Text = z.string().max(10_000);
/** As long as Murano takes it. */
const Name = z.string().min(1).max(80);

/** A JSON Patch of a package. */
export const PackagePatchSchema = z
  .array(
    z.object({
      op: z.enum(['add', 'replace', 'remove']),
      path: z.string().max(255),
      value: z.union([Text, z.boolean(), Texts]).optional(),
    }),
  )
  .min(1)
  .max(100);

/**
 * What a patch changes of a package, from what the package is now.
 *
 * @throws forbidden `patch_not_allowed` for what no patch may change; invalid_input for a value of another kind
 */
export function patchedPackage(now: PackageView, changes: z.infer<typeof PackagePatchSchema>): PackageChange {
  const changed: PackageChange = {};
  for (const { op, path, value } of changes) {
    const name = path.replace(/^\//, '');
    switch (name) {
      case 'name':
      case 'description':
        replaced(op, path);
        changed[name] = readAs(name === 'name' ? Name : Text, value, path);
        break;
      case 'enabled':
        replaced(op, path);
        changed.enabled = readAs(z.boolean(), value, path);
        break;
      case 'is_public':
        replaced(op, path);
        changed.isPublic = readAs(z.boolean(), value, path);
        break;
      case 'tags':
      case 'categories':
        changed[name] = listAfter(changed[name] ?? now[name], op, readAs(Texts, asList(value), path));
        break;
      default:
        throw forbidden(`A package has no "${name}" that can be changed.`);
    }
  }
  return changed;
}

function listAfter(before: readonly string[], op: 'add' | 'replace' | 'remove', values: readonly string[]): string[] {
  if (op === 'replace') return [...values];
  if (op === 'add') return [...new Set([...before, ...values])];
  return before.filter((one) => !values.includes(one));
}

const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);

function replaced(op: string, path: string): void {
  if (op !== 'replace') throw forbidden(`"${path}" can only be replaced.`);
}

/** Murano answers 403 to what its patches cannot do. */
function forbidden(sentence: string): VetroError {
  return errors.forbidden('patch_not_allowed', sentence);
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const sentence = `"${path}" cannot be this value.`;
  throw errors.invalidInput(sentence, [{ path, code: 'not_valid', sentence }]);
}
