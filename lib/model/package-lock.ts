import { z } from 'zod';

/** One version of a package, told by its content: two contents may bear one version. */
export const LockedPackageSchema = z.object({
  version: z.string(),
  /** SHA-256 of the package's files, 64 hexadecimal digits */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LockedPackage = z.infer<typeof LockedPackageSchema>;

/** Which version of each package an environment works with, by full name. Part of its document. */
export const PackageLockSchema = z.record(z.string(), LockedPackageSchema);
export type PackageLock = z.infer<typeof PackageLockSchema>;
