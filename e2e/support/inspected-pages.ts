const ONE = '/environments/[environmentId]';

/** Which story looks at which pages of the dashboard, by their folders. */
export const INSPECTED = {
  outside: ['/sign-in'],
  lists: ['/', '/environments', '/templates', '/catalog', '/catalog/[type]', '/account'],
  empty: [ONE, `${ONE}/services`, `${ONE}/deployments`, `${ONE}/review`],
  wizard: [`${ONE}/services/add`, `${ONE}/services/add/[type]`],
  drafted: [ONE, `${ONE}/services`, `${ONE}/services/[serviceId]`, `${ONE}/review`, `${ONE}/settings`],
  past: [
    ...[`${ONE}/deployments`, `${ONE}/deployments/compare`, `${ONE}/deployments/activity`],
    ...[`${ONE}/deployments/[deploymentId]`, `${ONE}/deployments/[deploymentId]/report`],
  ],
  during: [`${ONE}/deployments/[deploymentId]`],
  failed: [`${ONE}/deployments/[deploymentId]`],
  administration: [
    '/admin',
    '/admin/users',
    '/admin/tenants',
    '/admin/packages',
    '/admin/audit',
    '/admin/health',
    '/admin/faults',
    '/admin/servers',
  ],
  packages: ['/catalog/packages/[name]'],
  policies: ['/admin/policies', '/admin/policies/new', '/admin/policies/[policyId]'],
};
