import path from 'node:path';
import { createCatalog } from '@/lib/catalog';
import { readClassConfigFiles } from '@/lib/catalog/class-config-files';
import { readLibrary } from '@/lib/catalog/library';
import { createPackageReaders, type ReaderLimits } from '@/lib/catalog/reading/package-readers';
import { readShipped } from '@/lib/catalog/shipped';
import { createPackageSwitches, withSwitches } from '@/lib/catalog/switches';
import type { Config } from '@/lib/config/env';
import type { SecretBox } from '@/lib/crypto';
import { listClassConfigs } from '@/lib/db/class-configs';
import type { Db } from '@/lib/db/client';
import { listPackageSwitches } from '@/lib/db/package-switches';
import { createPackageStore } from '@/lib/db/packages';
import { sealSecrets, secretKeys } from '@/lib/environments/services/secrets';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import type { Log } from '@/lib/logging';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { createThreadPool } from '@/lib/threads/thread-pool';

/**
 * What the catalog reads of files: the library of classes, the packages that are shipped, and class configurations of the
 * installation.
 *
 * @throws invalid_input `packages_invalid` when a package is wrong
 */
export async function readFiles(config: Config, log: Log) {
  const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
  const shipped = await readShipped(config.catalogDirectory, library);
  for (const problem of shipped.unfitTemplates) log.warn(`template not offered: ${describeProblem(problem)}`);
  const classConfigs = config.classConfigsDirectory ? await readClassConfigFiles(config.classConfigsDirectory) : {};
  return { library, shipped, classConfigs };
}

/** The catalog on its database, with the threads that read packages and the switches that say who is offered them. */
export function openCatalog({
  db,
  box,
  files,
  createPool,
  limits,
}: {
  db: Db;
  box: SecretBox;
  files: Awaited<ReturnType<typeof readFiles>>;
  createPool: typeof createThreadPool | undefined;
  limits: ReaderLimits | undefined;
}) {
  const { library, shipped } = files;
  const switches = createPackageSwitches(() => listPackageSwitches(db));
  const packageStore = createPackageStore(db);
  const packageReaders = createPackageReaders({ createPool, ...limits }, library);
  const classConfigs = {
    files: sealSecrets(files.classConfigs, undefined, secretKeys(undefined), box) as ClassConfigs,
    stored: (tenantId: string) => listClassConfigs(db, tenantId),
  };
  const catalog = withSwitches(
    createCatalog({
      ...{ store: packageStore, reader: packageReaders, library, classConfigs, ...shipped },
      extensionsOn: (tenantId) => switches.offeredTo(tenantId, false),
    }),
    switches,
  );
  return { catalog, switches, packageStore, packageReaders };
}
