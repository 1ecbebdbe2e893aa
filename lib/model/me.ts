import { z } from 'zod';
import { ROLES } from './actor';

export const TenantViewSchema = z.object({ id: z.string(), name: z.string() });

/** Who asks, where, as what, and where else they may go. */
export const MeViewSchema = z.object({
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string(), email: z.string() }),
  tenant: TenantViewSchema,
  role: z.enum(ROLES),
  system_admin: z.boolean().meta({ description: 'administers the whole installation' }),
  tenants: z.array(TenantViewSchema.extend({ role: z.enum(ROLES) })),
  cloud: z.object({ name: z.string(), simulated: z.boolean(), suspends: z.boolean() }),
});
export type MeView = z.infer<typeof MeViewSchema>;

/** A sign-in that the sign-in page offers to try. */
export interface OfferedSignIn {
  name: string;
  displayName: string;
  password: string;
  summary: string;
}
