import type { CloudScope } from '@/lib/ports/cloud/cloud';

const TENANT = 'vetro-tenant-';

/** The tag by which the stacks of a tenant are known among those of one project. */
export function tenantTag({ tenantId }: CloudScope): string {
  return `${TENANT}${tenantId}`;
}

/** Whose stack it is by its tags; null: none of ours. */
export function tenantOf(tags: readonly string[]): string | null {
  return tags.find((tag) => tag.startsWith(TENANT))?.slice(TENANT.length) ?? null;
}

/** The tag by which a request whose answer was lost is recognised. */
export function operationTag(id: string): string {
  return `vetro-operation-${id}`;
}
