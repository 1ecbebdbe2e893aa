import { generatePassword } from '@/lib/crypto';
import { listEnvironmentModels } from '@/lib/db/environments';
import { errors, type FieldProblem } from '@/lib/errors';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel } from '@/lib/model/environment';
import { ownDomain } from '@/lib/model/network-facts';
import type { PackageLock } from '@/lib/model/package-lock';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import { fillBlueprint } from '@/lib/model/templates/fill';
import { openSecrets, serviceIndexOf } from '@/lib/model/templates/open-secrets';
import type { Credential } from '@/lib/model/templates/views';
import type { Context } from '../context';
import { prepareServices } from './prepare-services';

export interface InstantiateOptions {
  /** versions of packages to work with; the newest of what is left out */
  packages?: PackageLock | undefined;
  name: string;
  parameters?: Record<string, string>;
  /** secrets that a person typed, by id */
  secrets?: Record<string, string>;
  missingSecrets?: 'refuse' | 'generate';
  /** that the environment will be in; absent: the usual one */
  region?: string | undefined;
}

export interface InstantiatedBlueprint {
  model: EnvironmentModel;
  /** the secrets that were made, in clear: to be answered once */
  credentials: Credential[];
  /** by path in the blueprint */
  problems: FieldProblem[];
}

/**
 * A blueprint made into the document of a new environment, with every problem found on the way. Nothing is stored.
 */
export async function instantiateBlueprint(
  ctx: Context,
  blueprint: Blueprint,
  options: InstantiateOptions,
): Promise<InstantiatedBlueprint> {
  const [types, offer, models] = await Promise.all([
    ctx.catalog.serviceTypes(ctx.actor.tenantId, options.packages),
    ctx.recentOffer(options.region),
    listEnvironmentModels(ctx.db, ctx.actor.tenantId),
  ]);
  const takenDomains = models.flatMap(({ services }) => services.flatMap((service) => ownDomain(service, types) ?? []));
  const filled = fillBlueprint(blueprint, {
    environmentName: options.name,
    given: options.parameters ?? {},
    takenDomains,
    secrets: options.secrets ?? {},
    missingSecrets: options.missingSecrets ?? 'refuse',
    newPassword: generatePassword,
  });
  const { model, problems } = await prepareServices(options.name, filled.services, {
    box: ctx.box,
    types,
    offer,
    now: ctx.now(),
  });
  const words = byId(openSecrets(blueprint, types));
  const credentials = filled.secrets
    .filter(({ origin }) => origin === 'generated')
    .map(({ id, paths, value }): Credential => {
      const indexes = [...new Set(paths.map(serviceIndexOf))];
      const services = indexes.flatMap((index) => model.services[index]?.name ?? []);
      return { label: words.get(id)?.label ?? id, services, value };
    });
  const known = new Set(filled.problems.map(({ path }) => path));
  const { packages, region } = options;
  const placed = { ...model, ...(packages ? { packages } : {}), ...(region === undefined ? {} : { region }) };
  return {
    model: placed,
    credentials,
    problems: [...filled.problems, ...problems.filter(({ path }) => !known.has(path))],
  };
}

/**
 * Refuses a blueprint that cannot become an environment, naming every problem by its path.
 *
 * @param forDeploy whether it shall be deployed at once: then it must fit into the quota, too
 * @throws VetroError (invalid_input) with all of them, when there is any
 */
export function refuseUnfit(problems: readonly FieldProblem[], forDeploy: boolean): void {
  const blocking = problems.filter(({ code }) => forDeploy || code !== 'over_quota');
  if (blocking.length === 0) return;
  const [first] = blocking;
  const more = blocking.length > 1 ? ` (and ${blocking.length - 1} more)` : '';
  throw errors.invalidInput(`No environment can be made of this: ${first?.sentence ?? ''}${more}`, blocking, {
    code: 'blueprint_unfit',
  });
}
