import { type ArchiveLimits, archiveInvalid, readZip } from '@/lib/formats/archive/read-zip';
import { digestFiles, type UnpackedPackage } from '../package-digest';
import { packagesOf } from '../package-files';

/** So many packages an archive may hold: they are checked together. */
const MAX_PACKAGES = 50;

/**
 * The packages of an archive, their files told by their digests.
 *
 * @param archive path of the file with it
 * @throws invalid_input `archive_invalid`
 */
export async function unpackPackages(archive: string, limits: ArchiveLimits): Promise<UnpackedPackage[]> {
  const packages = packagesOf(await readZip(archive, limits));
  if (packages.length > MAX_PACKAGES) throw archiveInvalid(`An archive may hold ${MAX_PACKAGES} packages at most.`);
  return packages.map(({ folder, files }) => ({ folder, ...digestFiles(files) }));
}
