import { errors } from '@/lib/errors';
import { writeZip } from '@/lib/formats/archive/write-zip';
import { requireRole, type UseCaseCall } from '../context';
import { visiblePackage } from './visible';

/**
 * A version of a package as the archive that it is imported from: importing it again changes nothing.
 *
 * @returns the zip archive, and the name of its file
 * @throws forbidden `role_too_low`; not_found `package_not_found`
 */
export async function downloadPackage({
  ctx,
  input,
}: UseCaseCall<{ packageId: string }>): Promise<{ archive: Buffer<ArrayBuffer>; fileName: string }> {
  requireRole(ctx, 'reader');
  const { name, version, digest } = await visiblePackage(ctx, input.packageId);
  const files = await ctx.catalog.files(digest);
  if (!files) throw errors.notFound('package_not_found', 'The content of this package is no longer stored.');
  return { archive: await writeZip(files), fileName: `${name}-${version}.zip` };
}
