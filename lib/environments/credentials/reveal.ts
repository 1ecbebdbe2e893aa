import { recordAudit } from '@/lib/db/audit';
import { findEnvironmentDetail } from '@/lib/db/environments';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import { textAt } from '@/lib/model/installed';
import type { Json } from '@/lib/model/json';
import { fingerprintOf } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { explainNotVisible } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { type SecretKeys, secretKeys } from '../services/secrets';
import { nothingAtError, traverse } from '../services/traverse';

export interface CredentialAddress {
  environmentId: string;
  serviceId: string;
  /** where it is in the service: `adminPassword`, `units.0.recoveryPassword`; units by index or id */
  property: string;
}

/**
 * Opens one password of a deployed service, for whoever has to sign in on its machines. Members and admins may: they
 * can set another one anyway, and a password that nobody can look up gets written on paper. Readers may not, ever.
 * Each opening is an audit entry in the same transaction: where that cannot be written, nothing is told.
 *
 * @param input `open`: opens a sealed text; handed to this use case alone
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `service_not_found`,
 *   `credential_not_found` for what is no secret that a person entered, or not set
 */
export async function revealCredential({
  ctx,
  input,
}: UseCaseCall<CredentialAddress & { open: (sealed: string) => string }>): Promise<{
  property: string;
  value: string;
}> {
  requireRole(ctx, 'member');
  const { environmentId, serviceId, property, open } = input;
  const value = await transaction(ctx.db, async (tx) => {
    const environment = await findEnvironmentDetail(tx, ctx.actor.tenantId, environmentId);
    if (!environment || environment.deleted) throw await explainNotVisible(ctx, environmentId);
    const service = environment.model.services.find(({ id }) => id === serviceId);
    if (!service) throw nothingAtError([serviceId]);
    const types = await typesOf(ctx, environment.model);
    const type = types.find((known) => known.type === service.type);
    const found = credentialAt(service, property, secretKeys(type));
    if (found === null) throw noCredential(service, property);
    const opened = open(found);
    await recordAudit(tx, revealed(ctx, environmentId, service, property, type));
    return opened;
  });
  return { property, value };
}

/** The sealed secret at a path of a service; null for anything else. What deployments reached is nobody's to read. */
function credentialAt(service: Service, property: string, isSecret: SecretKeys): string | null {
  const path = property.split('.');
  const [first, , third] = path;
  const ofUnit = first === 'units' && path.length > 2;
  const own = ofUnit ? third : first;
  if (own === undefined || own === 'state' || own === 'temp') return null;
  if (!path.some((key, index) => isSecret(key, ofUnit && index === 2))) return null;
  const value = traverse(service as Json, path);
  return typeof value === 'string' && fingerprintOf(value) !== null ? value : null;
}

function noCredential(service: Service, property: string): VetroError {
  return errors.notFound('credential_not_found', `The service "${service.name}" has no password at "${property}".`);
}

/** The audit entry says it in words that last: the label of the password, and whose it is where it is a machine's own. */
function revealed(ctx: Context, environmentId: string, service: Service, property: string, type?: ServiceType) {
  const path = property.split('.');
  const ofUnit = path[0] === 'units';
  const unit = ofUnit ? traverse(service.units as Json, path.slice(1, 2)) : undefined;
  const known = (ofUnit ? type?.unitProperties : type?.properties)?.find(({ name }) => name === path[ofUnit ? 2 : 0]);
  const machine = textAt(unit, 'state.hostname') ?? textAt(unit, 'name');
  return auditOf(ctx, 'credential.reveal', 'service', service.id, {
    environmentId,
    name: service.name,
    property,
    ...(known ? { label: known.label } : {}),
    ...(machine === null ? {} : { machine }),
  });
}
