import type { RouteTable } from '@/lib/api/route-table';

/**
 * The route files that the API's dispatcher serves itself: all below `v1` and `identity`, the description of it all, the
 * probes, and what a program gets at `/`.
 */
export const apiRoutes: RouteTable = {
  '/': () => import('./versions'),
  '/healthz': () => import('./healthz/route'),
  '/identity': () => import('./identity/route'),
  '/identity/v3/auth/projects': () => import('./identity/v3/auth/projects/route'),
  '/identity/v3/auth/tokens': () => import('./identity/v3/auth/tokens/route'),
  '/identity/v3': () => import('./identity/v3/route'),
  '/metrics': () => import('./metrics/route'),
  '/openapi.json': () => import('./openapi.json/route'),
  '/readyz': () => import('./readyz/route'),
  '/v1/admin/audit/actions': () => import('./v1/admin/audit/actions/route'),
  '/v1/admin/audit/export': () => import('./v1/admin/audit/export/route'),
  '/v1/admin/audit': () => import('./v1/admin/audit/route'),
  '/v1/admin/events': () => import('./v1/admin/events/route'),
  '/v1/admin/health': () => import('./v1/admin/health/route'),
  '/v1/admin/overview': () => import('./v1/admin/overview/route'),
  '/v1/admin/packages/[package]': () => import('./v1/admin/packages/[package]/route'),
  '/v1/admin/packages/[package]/tenants/[tenantId]': () =>
    import('./v1/admin/packages/[package]/tenants/[tenantId]/route'),
  '/v1/admin/packages': () => import('./v1/admin/packages/route'),
  '/v1/admin/tenants/[tenantId]/quota': () => import('./v1/admin/tenants/[tenantId]/quota/route'),
  '/v1/admin/tenants/[tenantId]': () => import('./v1/admin/tenants/[tenantId]/route'),
  '/v1/admin/tenants': () => import('./v1/admin/tenants/route'),
  '/v1/admin/users/[userId]/password': () => import('./v1/admin/users/[userId]/password/route'),
  '/v1/admin/users/[userId]': () => import('./v1/admin/users/[userId]/route'),
  '/v1/admin/users': () => import('./v1/admin/users/route'),
  '/v1/catalog/services/[type]/logo': () => import('./v1/catalog/services/[type]/logo/route'),
  '/v1/catalog/services/[type]': () => import('./v1/catalog/services/[type]/route'),
  '/v1/catalog/services': () => import('./v1/catalog/services/route'),
  '/v1/environments/summary': () => import('./v1/environments/summary/route'),
  '/v1/environments/[environmentId]/activity': () => import('./v1/environments/[environmentId]/activity/route'),
  '/v1/environments/[environmentId]/compare': () => import('./v1/environments/[environmentId]/compare/route'),
  '/v1/environments/[environmentId]/clone': () => import('./v1/environments/[environmentId]/clone/route'),
  '/v1/environments/[environmentId]/configure': () => import('./v1/environments/[environmentId]/configure/route'),
  '/v1/environments/[environmentId]/deletion': () => import('./v1/environments/[environmentId]/deletion/route'),
  '/v1/environments/[environmentId]/deployments/[deploymentId]/cancel': () =>
    import('./v1/environments/[environmentId]/deployments/[deploymentId]/cancel/route'),
  '/v1/environments/[environmentId]/deployments/[deploymentId]/estimate': () =>
    import('./v1/environments/[environmentId]/deployments/[deploymentId]/estimate/route'),
  '/v1/environments/[environmentId]/deployments/[deploymentId]/rollback': () =>
    import('./v1/environments/[environmentId]/deployments/[deploymentId]/rollback/route'),
  '/v1/environments/[environmentId]/deployments/[deploymentId]': () =>
    import('./v1/environments/[environmentId]/deployments/[deploymentId]/route'),
  '/v1/environments/[environmentId]/deployments': () => import('./v1/environments/[environmentId]/deployments/route'),
  '/v1/environments/[environmentId]/events': () => import('./v1/environments/[environmentId]/events/route'),
  '/v1/environments/[environmentId]/history': () => import('./v1/environments/[environmentId]/history/route'),
  '/v1/environments/[environmentId]/export': () => import('./v1/environments/[environmentId]/export/route'),
  '/v1/environments/[environmentId]/lastStatus': () => import('./v1/environments/[environmentId]/lastStatus/route'),
  '/v1/environments/[environmentId]': () => import('./v1/environments/[environmentId]/route'),
  '/v1/environments/[environmentId]/reports': () => import('./v1/environments/[environmentId]/reports/route'),
  '/v1/environments/[environmentId]/services/[serviceId]/credentials/reveal': () =>
    import('./v1/environments/[environmentId]/services/[serviceId]/credentials/reveal/route'),
  '/v1/environments/[environmentId]/services/[...path]': () =>
    import('./v1/environments/[environmentId]/services/[...path]/route'),
  '/v1/environments/[environmentId]/services': () => import('./v1/environments/[environmentId]/services/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]/deploy': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/deploy/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]/diff': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/diff/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]/preview': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/preview/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]/reapply': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/reapply/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]/revert': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/revert/route'),
  '/v1/environments/[environmentId]/sessions/[sessionId]': () =>
    import('./v1/environments/[environmentId]/sessions/[sessionId]/route'),
  '/v1/environments/[environmentId]/sessions': () => import('./v1/environments/[environmentId]/sessions/route'),
  '/v1/environments/import/check': () => import('./v1/environments/import/check/route'),
  '/v1/environments/import': () => import('./v1/environments/import/route'),
  '/v1/environments': () => import('./v1/environments/route'),
  '/v1/events/stream': () => import('./v1/events/stream/route'),
  '/v1/events': () => import('./v1/events/route'),
  '/v1/me': () => import('./v1/me/route'),
  '/v1/offer': () => import('./v1/offer/route'),
  '/v1': () => import('./v1/route'),
  '/v1/simulation/clock': () => import('./v1/simulation/clock/route'),
  '/v1/simulation/faults/[faultId]': () => import('./v1/simulation/faults/[faultId]/route'),
  '/v1/simulation/faults': () => import('./v1/simulation/faults/route'),
  '/v1/templates/[templateId]/environments': () => import('./v1/templates/[templateId]/environments/route'),
  '/v1/templates/[templateId]': () => import('./v1/templates/[templateId]/route'),
  '/v1/templates': () => import('./v1/templates/route'),
};
