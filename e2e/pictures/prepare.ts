import { rm } from 'node:fs/promises';
import { apiOf } from '../support/api';
import { contents } from './camera';
import { TENANT } from './world';

/** Before the first picture: nothing of a gallery that was never finished is left, and the quota of the tenant suffices. */
export default async function prepare(): Promise<void> {
  await rm(contents(), { force: true });
  const admin = await apiOf('admin', TENANT);
  const { id } = (await admin.ok('GET', '/v1/me')).tenant as { id: string };
  const quota = { machines: 40, vcpus: 80, memory_mb: 196_608, disk_gb: 4000 };
  await admin.ok('PUT', `/v1/admin/tenants/${id}/quota`, quota);
}
