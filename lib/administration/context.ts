import type { Catalog } from '@/lib/catalog';
import type { PackageSwitches } from '@/lib/catalog/switches';
import type { Conductor } from '@/lib/conductor';
import type { SecretBox } from '@/lib/crypto';
import type { AuditRecord } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import type { EventHub } from '@/lib/db/event-hub';
import { requireSystemAdmin } from '@/lib/environments/context';
import type { Actor } from '@/lib/model/actor';
import type { AuditAction, EnvironmentAction } from '@/lib/model/audit-actions';
import type { JsonObject } from '@/lib/model/json';
import type { Cloud } from '@/lib/ports/cloud/cloud';

/** What a use case of the installation's administration is handed: who asks, and the parts of the process it may use. */
export interface AdminContext {
  actor: Actor;
  db: Db;
  cloud: Pick<Cloud, 'name' | 'simulation' | 'health' | 'pool'>;
  box: Pick<SecretBox, 'seal' | 'fingerprint'>;
  catalog: Pick<Catalog, 'serviceTypes' | 'newest' | 'versions' | 'configuration' | 'configFiles'>;
  switches: Pick<PackageSwitches, 'forget'>;
  conductor: Pick<Conductor, 'state'>;
  events: Pick<EventHub, 'state'>;
  /** what runs, and since when */
  process: { version: string; startedAt: Date };
  now: () => Date;
  requestId: string;
}

/** The one argument of a use case. */
export interface AdminCall<Input> {
  ctx: AdminContext;
  input: Input;
}

/** Refuses whoever does not administer the installation. Every use case asks this first. */
export function requireAdministrator(ctx: AdminContext): void {
  requireSystemAdmin(ctx.actor);
}

/**
 * An audit row in the administrator's name.
 *
 * @param tenantId the tenant it is about; null: the whole installation
 */
export function adminAudit(
  { actor, requestId }: AdminContext,
  tenantId: string | null,
  action: Exclude<AuditAction, EnvironmentAction>,
  target: string,
  targetId: string,
  details: JsonObject = {},
): AuditRecord {
  return {
    userId: actor.userId,
    tenantId,
    action,
    target,
    targetId,
    details: { ...details, via: actor.via },
    requestId,
  };
}
