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
  proves_by: z
    .enum(['password', 'keystone', 'provider'])
    .meta({ description: 'by what they prove who they are: a password of this server, Keystone, or the provider' }),
  cloud: z.object({ name: z.string(), simulated: z.boolean(), suspends: z.boolean() }),
});
export type MeView = z.infer<typeof MeViewSchema>;

/** The dashboards where somebody is signed in. */
export const SignInsViewSchema = z.object({
  sign_ins: z.array(
    z.object({
      id: z.string(),
      browser: z.string().meta({ description: 'browser and system, "Firefox, Linux"; empty where nobody knows' }),
      address: z.string().meta({ description: 'from where it was begun; empty where nobody knows' }),
      created_at: z.string(),
      used_at: z.string().meta({ description: 'when it was used last, to some minutes' }),
      current: z.boolean().meta({ description: 'whether this request came by it' }),
    }),
  ),
});

export type SignInsView = z.infer<typeof SignInsViewSchema>;

/** Whether somebody has a second factor. */
export const SecondFactorViewSchema = z.object({
  available: z.boolean().meta({ description: 'whether there may be one: passwords are kept here, not by Keystone' }),
  on: z.boolean(),
  since: z.string().nullable(),
  recovery_codes_left: z.int(),
});
export type SecondFactorView = z.infer<typeof SecondFactorViewSchema>;

/** What an app needs to make codes. */
export const TotpSecretSchema = z.object({
  secret: z.string().meta({ description: 'in base32, to be typed in' }),
  uri: z.string().meta({ description: 'otpauth://…, to be drawn as a QR code' }),
});
export type TotpSecret = z.infer<typeof TotpSecretSchema>;

/** A sign-in that the sign-in page offers to try. */
export interface OfferedSignIn {
  /** the dashboard says what each of them may do */
  name: 'admin' | 'member' | 'reader';
  displayName: string;
  password: string;
}
