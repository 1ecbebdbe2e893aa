import { newId } from '@/lib/crypto';
import type { NewPackage } from '@/lib/db/packages';
import type { ReadContent } from './package-cache';
import type { DigestedFiles } from './package-digest';

/** What the store keeps of a package that was read: for everybody and by nobody, unless it is said otherwise. */
export function newPackage(
  { pack, format }: ReadContent,
  { digest, files, fileDigests }: DigestedFiles,
  owner: Partial<Pick<NewPackage, 'tenantId' | 'shipped' | 'createdBy'>>,
): NewPackage {
  return {
    id: newId(),
    ...{ tenantId: '', shipped: false, createdBy: null, ...owner },
    ...{ name: pack.name, version: pack.version, format, digest },
    files: new Map([...files].map(([path, content]) => [path, { content, digest: fileDigests.get(path) ?? '' }])),
  };
}
