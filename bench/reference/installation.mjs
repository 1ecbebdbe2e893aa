// The installation of the reference workload: tenants with a user each, and environments that are really deployed.

import { webServer } from '../installation.mjs';
import { ownServer } from '../own-server.mjs';
import { tokenFrom } from '../token.mjs';

/** Environments that are being deployed at a time while the installation is made. */
const AT_ONCE = 8;
const LIMITS = { machines: 5_000, vcpus: 20_000, memory_mb: 50_000_000, disk_gb: 500_000 };

async function done(answer, what) {
  if (answer.status < 300) return answer.json;
  throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
}

/**
 * A server with further replicas on one database; environments are probed as often as the workload says.
 *
 * @param {{replicas: number, env: Record<string, string>}} options
 */
export async function startInstallation({ replicas, env }) {
  const server = await ownServer({ env: { VETRO_PROBE_SECONDS: '60', ...env } });
  const all = [server];
  for (let n = 1; n < replicas; n += 1) all.push(await server.replica());
  return { server, replicas: all };
}

/** Makes tenants, each with a member and its token. */
export async function makeTenants(server, call, count) {
  const tenants = [];
  for (let n = 0; n < count; n += 1) {
    const name = `Tenant ${n}`;
    const tenant = await done(await call('POST', '/v1/admin/tenants', { body: { name } }), name);
    await done(await call('PUT', `/v1/admin/tenants/${tenant.id}/quota`, { body: LIMITS }), `the quota of ${name}`);
    const user = { name: `bench-${n}`, display_name: `Bench ${n}`, roles: [{ tenant_id: tenant.id, role: 'member' }] };
    const { password } = await done(await call('POST', '/v1/admin/users', { body: user }), user.name);
    tenants.push({ name, token: await tokenFrom(`${server.url}/identity/v3`, user.name, password, name) });
  }
  return tenants;
}

/** Deploys environments of one machine each, by turns for the tenants, and tells how far it is. */
export async function deployEnvironments(call, tenants, count, say) {
  const environments = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      environments.push(await deployOne(call, tenants[n % tenants.length], n));
      if (environments.length % 100 === 0) say(`  ${environments.length} of ${count} environments are deployed`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return environments;
}

async function deployOne(call, { token }, n) {
  const as = (headers = {}) => ({ 'x-auth-token': token, ...headers });
  const { id } = await done(
    await call('POST', '/v1/environments', { body: { name: `Environment ${n}` }, headers: as() }),
    'an environment',
  );
  const at = `/v1/environments/${id}`;
  const { id: session } = await done(await call('POST', `${at}/configure`, { headers: as() }), 'a draft');
  const headers = as({ 'x-configuration-session': session });
  const service = await done(await call('POST', `${at}/services`, { body: webServer(n), headers }), 'a service');
  await done(await call('POST', `${at}/sessions/${session}/deploy`, { headers: as() }), 'a deployment');
  for (const until = Date.now() + 120_000; ; ) {
    const { status } = await done(await call('GET', at, { headers: as() }), 'the environment');
    if (status === 'ready') return { id, at, token, service: service.id ?? service[0].id, isSmall: false };
    if (status === 'failed' || Date.now() > until) throw new Error(`environment ${n} is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
