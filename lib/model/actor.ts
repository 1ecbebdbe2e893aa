/** Roles in a tenant, weakest first: a reader looks, a member deploys, an admin also manages. */
export const ROLES = ['reader', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

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
}

/** Whether `role` is at least `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
