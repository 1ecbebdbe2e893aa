/** Roles in a tenant, weakest first: a reader looks, a member deploys, an admin also manages. */
export const ROLES = ['reader', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What may act. A person is the rule; everything else acts by itself, perhaps in the name of a person. */
export const ACTOR_KINDS = ['person', 'schedule', 'policy', 'agent', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What acts by itself, as the audit log names it. */
export interface ActingPart {
  kind: Exclude<ActorKind, 'person'>;
  /** of the schedule, policy or server; empty for the system */
  id: string;
  name: string;
}

/** Who asks, in which tenant, with which role. */
export interface Actor {
  userId: string;
  userName: string;
  tenantId: string;
  tenantName: string;
  role: Role;
  /** administers the whole installation; then `role` is admin in every tenant */
  systemAdmin: boolean;
  /** for the audit log: how the actor came in */
  via: 'token' | 'dashboard' | 'system';
  /** what acts in this person's name; missing: they do it themselves */
  by?: ActingPart;
}

/** Whether `role` is at least `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
