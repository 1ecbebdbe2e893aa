import type { AuditEntryView } from '@/lib/model/administration';

/** What stands in for names that nobody knows. */
export interface UnknownNames {
  system: string;
  environment: string;
  thing: string;
}

/** What the sentence of an audited action may need. */
export interface AuditFacts extends Record<string, string> {
  who: string;
  /** the environment that it was done in */
  where: string;
  /** what it was done to */
  name: string;
  /** what something was made from */
  from: string;
  tenant: string;
  version: string;
  what: string;
  enabled: string;
  scope: 'tenant' | 'installation';
  place: 'environment' | 'none';
}

/** The facts of an audited action, from what was noted then and how people and environments are called now. */
export function auditFacts(
  { user, actor, tenant, environment, target, target_id, target_name, details }: AuditEntryView,
  unknown: UnknownNames,
): AuditFacts {
  const text = (key: string) => (typeof details[key] === 'string' && details[key] !== '' ? details[key] : null);
  const noted = target_name ?? text('name') ?? text('names');
  const { version } = details;
  return {
    who: user?.name || actor.name || unknown.system,
    where: environment?.name ?? (target === 'environment' ? noted : null) ?? unknown.environment,
    name: noted ?? (target === 'package' ? target_id : unknown.thing),
    from: text('fromName') ?? text('template') ?? text('file') ?? text('issuer') ?? unknown.thing,
    tenant: text('tenant') ?? tenant?.name ?? unknown.thing,
    version: typeof version === 'number' || typeof version === 'string' ? `${version}` : 'none',
    what: [text('label') ?? text('property'), text('machine')].filter((part) => part !== null).join(', '),
    enabled: `${details.enabled === true}`,
    scope: text('tenant') === null ? 'installation' : 'tenant',
    place: environment === null ? 'none' : 'environment',
  };
}
