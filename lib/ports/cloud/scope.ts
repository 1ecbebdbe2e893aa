/** Where a tenant's stacks are, and by whose right they are reached. */
export interface CloudScope {
  tenantId: string;
  /** a region of the cloud; absent: the one that the settings name, or the only one */
  region?: string;
  /** reference of a credential that the driver opens at its wire; absent: the installation's own */
  credential?: string;
}

/** Where the stacks of an environment are. */
export function scopeOf(tenantId: string, { region }: { region?: string | undefined }): CloudScope {
  return { tenantId, ...(region === undefined ? {} : { region }) };
}
