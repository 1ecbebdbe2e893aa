import { newId } from '@/lib/crypto';
import type { NewPackage } from '@/lib/db/packages';
import type { DigestedFiles } from './package-digest';
import type { ReadPackage } from './reading/package-readers';

/** What the store keeps of a package that was read: for everybody and by nobody, unless it is said otherwise. */
export function newPackage(
  { pack, format }: ReadPackage,
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
