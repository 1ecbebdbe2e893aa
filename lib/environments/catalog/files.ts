import type { Icon } from '@/lib/catalog/icon';
import { type PackageFile, packageFile } from '@/lib/catalog/package-file';
import { errors } from '@/lib/errors';
import { requireRole, type UseCaseCall } from '../context';
import { visiblePackage } from './visible';

/**
 * What the catalog shows of a package's files: its form, its picture, or its supplier's.
 *
 * @returns the file; for a package without such a picture the one that the catalog draws for it, and nothing for a
 *   supplier's
 * @throws forbidden `role_too_low`; not_found `package_not_found`, `package_file_not_found` where it has no form
 */
export async function showPackageFile({
  ctx,
  input,
}: UseCaseCall<{ packageId: string; file: PackageFile }>): Promise<Icon> {
  requireRole(ctx, 'reader');
  const { name, digest } = await visiblePackage(ctx, input.packageId);
  const files = await ctx.catalog.files(digest);
  const found = files && packageFile(files, input.file);
  const contentType = input.file === 'ui' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  if (found) return { contentType, body: new Uint8Array(found) };
  if (input.file === 'ui') throw errors.notFound('package_file_not_found', `The package ${name} has no form.`);
  const icon = input.file === 'logo' ? (await ctx.catalog.read(digest, name)).icon : null;
  return icon ?? { contentType, body: '' };
}
