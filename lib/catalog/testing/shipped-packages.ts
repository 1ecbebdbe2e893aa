import path from 'node:path';
import { beforeAll } from 'vitest';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Catalog } from '..';
import { loadCatalog, packagesFor } from './load-catalog';
import { type Recording, recordingEffects, type Script } from './recording-effects';

type Deployed = Awaited<ReturnType<typeof runWorkflows>> & Recording;

/**
 * The packages that ship, loaded before the tests of a file, and run by the real language on recorded effects.
 *
 * @returns the catalog, there once tests run; and what deploys an environment by it and tells how that ended and what
 *   it asked of the world
 */
export function shippedPackages(): {
  catalog: () => Catalog;
  deploy: (model: EnvironmentModel, script?: Script) => Promise<Deployed>;
} {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await loadCatalog(path.resolve('catalog'));
  });
  const deploy = async (model: EnvironmentModel, script: Script = {}) => {
    const packages = await packagesFor(catalog, model);
    const { effects, recording } = recordingEffects(script);
    const end = await runWorkflows({
      workflows: compileWorkflows(packages.workflows),
      model,
      resources: packages,
      effects,
      options: { defaultPlanTimeoutMs: 60_000, maxRounds: 50 },
    });
    return { ...end, ...recording };
  };
  return { catalog: () => catalog, deploy };
}
