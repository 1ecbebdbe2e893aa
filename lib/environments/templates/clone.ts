import { generatePassword } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { fingerprintOf, holdsSealed } from '@/lib/model/secret';
import { mapTree } from '@/lib/model/templates/markers';
import { openSecrets } from '@/lib/model/templates/open-secrets';
import type { MadeEnvironment } from '@/lib/model/templates/views';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { environmentName } from '../environments/name';
import { blueprintOf } from './blueprint-of';
import { createFromModel } from './create-from-model';
import { type DocumentAddress, documentOf, requireServices } from './document';
import { type InstantiatedBlueprint, instantiateBlueprint, refuseUnfit } from './instantiate-blueprint';

/**
 * Makes another environment with the same services, as a draft or deployed at once. It gets passwords of its own,
 * so that whoever may into the copy need not be let into the original; with `secrets: 'keep'` it takes over the
 * sealed ones, which nobody sees in clear (docs/decisions/0008).
 *
 * @throws forbidden `role_too_low`; as `documentOf`; state_forbids `environment_empty`; invalid_input
 *   `blueprint_unfit`, or with field `name`; conflict `environment_name_taken`
 */
export async function cloneEnvironment({
  ctx,
  input,
}: UseCaseCall<
  DocumentAddress & { name: string; secrets: 'generate' | 'keep'; deploy: boolean }
>): Promise<MadeEnvironment> {
  requireRole(ctx, 'member');
  const { environmentId, secrets, deploy } = input;
  const name = environmentName(input.name);
  const model = await documentOf(ctx, input);
  requireServices(model);
  const copy = await copyOf(ctx, model, name, secrets === 'keep');
  const instance = model.network ? { ...copy, model: { ...copy.model, network: model.network } } : copy;
  refuseUnfit(instance.problems, deploy);
  return createFromModel(ctx, instance, {
    deploy,
    origin: { action: 'environment.clone', details: { from: environmentId, fromName: model.name, secrets } },
  });
}

async function copyOf(
  ctx: Context,
  model: EnvironmentModel,
  name: string,
  keep: boolean,
): Promise<InstantiatedBlueprint> {
  const { packages, region } = model;
  const around = { name, packages, region };
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId, model.packages);
  const blueprint = blueprintOf(model, types, { name, secrets: 'generate' });
  if (!keep) return instantiateBlueprint(ctx, blueprint, { ...around, missingSecrets: 'generate' });
  // Sealed secrets are never opened here: others take their places while the copy is checked and
  // sealed, then each original comes back to where its stand-in went.
  const kept = sealedByPath(model);
  const standIns = openSecrets(blueprint, types).map(({ id, paths }) => ({
    id,
    value: generatePassword(),
    sealed: kept.get(paths[0] ?? '') ?? '',
  }));
  const secrets = Object.fromEntries(standIns.map(({ id, value }) => [id, value]));
  const instance = await instantiateBlueprint(ctx, blueprint, { ...around, secrets });
  const originals = new Map(standIns.map(({ value, sealed }) => [ctx.box.fingerprint(value), sealed]));
  const services = mapTree(
    instance.model.services as JsonObject[],
    (value) => {
      const original = typeof value === 'string' ? originals.get(fingerprintOf(value) ?? '') : undefined;
      return original === undefined ? null : { value: original };
    },
    '',
  );
  return { ...instance, model: { ...instance.model, services: services as EnvironmentModel['services'] } };
}

/** The sealed secrets of a document by their paths, such as `services.0.units.1.recoveryPassword`. */
function sealedByPath(model: EnvironmentModel): Map<string, string> {
  const found = new Map<string, string>();
  mapTree(
    model.services as JsonObject[],
    (value, at) => {
      if (typeof value === 'string' && holdsSealed(value)) found.set(at, value);
      return null;
    },
    'services',
  );
  return found;
}
