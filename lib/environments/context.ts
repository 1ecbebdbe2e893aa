import type { Auth } from '@/lib/auth/auth';
import type { Catalog } from '@/lib/catalog';
import type { PackageSwitches } from '@/lib/catalog/switches';
import type { Conductor } from '@/lib/conductor';
import type { SecretBox } from '@/lib/crypto';
import type { AuditRecord } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import { errors } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { type Actor, hasRole, type Role } from '@/lib/model/actor';
import type { AuditAction, EnvironmentAction } from '@/lib/model/audit-actions';
import type { JsonObject } from '@/lib/model/json';
import type { PolicyTemplate } from '@/lib/model/policies/policy-file';
import type { PolicyLanguage } from '@/lib/model/policies/policy-template';
import type { Offer } from '@/lib/model/service-type';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { PolicyChecker } from '@/lib/ports/policies';

/** What every use case is handed: who asks, and the parts of the process it may use. */
export interface Context {
  actor: Actor;
  db: Db;
  auth: Pick<Auth, 'membership'>;
  box: Pick<SecretBox, 'seal' | 'fingerprint'>;
  catalog: Catalog;
  switches: Pick<PackageSwitches, 'offered' | 'offeredTo' | 'forget'>;
  conductor: Pick<Conductor, 'submit' | 'cancel' | 'preview'>;
  policies: Pick<PolicyChecker, 'problemsOf' | 'warningsOf' | 'readFile' | 'check' | 'explain' | 'vocabulary'>;
  /** the policies that the installation ships ready */
  policyTemplates: readonly PolicyTemplate[];
  cloud: Pick<Cloud, 'regions' | 'offer' | 'networks' | 'simulation' | 'inspection' | 'pool' | 'stacks'>;
  /** what the cloud offers the actor's tenant in a region, or in the usual one, perhaps a moment ago */
  recentOffer: (region?: string) => Promise<Offer>;
  log: Pick<Log, 'error'>;
  now: () => Date;
  /** of whoever reads the answer */
  language: PolicyLanguage;
  requestId: string;
  /** fires when whoever asked has gone: long work that only they wait for ends */
  readonly signal: AbortSignal;
}

/** The one argument of a use case. */
export interface UseCaseCall<Input> {
  ctx: Context;
  input: Input;
}

/**
 * Refuses an actor whose role is too low. Every use case asks this first, whoever called it.
 *
 * @throws forbidden `role_too_low`
 */
export function requireRole({ actor }: Context, needed: Role): void {
  if (hasRole(actor.role, needed)) return;
  throw errors.forbidden(
    'role_too_low',
    `This needs the role "${needed}" in ${actor.tenantName}; yours is "${actor.role}". Ask an administrator of ${actor.tenantName}.`,
  );
}

/**
 * Refuses whoever does not administer the whole installation (docs/decisions/0007).
 *
 * @throws forbidden `not_a_system_admin`
 */
export function requireSystemAdmin(actor: Pick<Actor, 'systemAdmin'>): void {
  if (actor.systemAdmin) return;
  throw errors.forbidden(
    'not_a_system_admin',
    'Only who administers the whole installation may do this. Ask one of its administrators.',
  );
}

/** An audit row in the actor's name. Only an {@link EnvironmentAction} may name an environment, whose activity tells it. */
export function auditOf<Action extends AuditAction>(
  { actor, requestId }: Context,
  action: Action,
  target: string,
  targetId: string,
  details?: JsonObject & (Action extends EnvironmentAction ? unknown : { environmentId?: null }),
): AuditRecord {
  return {
    userId: actor.userId,
    tenantId: actor.tenantId,
    ...(actor.by && { by: actor.by }),
    action,
    target,
    targetId,
    details: { ...details, via: actor.via },
    requestId,
  };
}
