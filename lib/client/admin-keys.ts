/** Names of what the pages of administration have cached, as `queryKeys` has those of all other pages. */
export const adminKeys = {
  all: ['admin'] as const,
  /** what changes by itself while somebody looks */
  live: ['admin', 'live'] as const,
  overviews: ['admin', 'live', 'overview'] as const,
  overview: (query: string) => ['admin', 'live', 'overview', query] as const,
  trend: ['admin', 'trend'] as const,
  servers: ['admin', 'servers'] as const,
  health: ['admin', 'live', 'health'] as const,
  users: (query: string) => ['admin', 'users', query] as const,
  signIns: (userId: string) => ['admin', 'sign-ins', userId] as const,
  tenants: (query: string) => ['admin', 'tenants', query] as const,
  categories: ['catalog', 'categories'] as const,
  configuration: (name: string, tenantId: string) => ['admin', 'configuration', name, tenantId] as const,
  packages: (query: string) => ['admin', 'packages', query] as const,
  audit: (query: string) => ['admin', 'audit', query] as const,
  actions: ['admin', 'audit-actions'] as const,
  auditCopies: ['admin', 'audit-copies'] as const,
};
