import { z } from 'zod';

/** Longest name that somebody gives a passkey, in characters. */
export const PASSKEY_NAME_MAX_LENGTH = 100;

/** Bytes as WebAuthn writes them in JSON (base64url without padding). */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be base64url' });
/** Longest id that an authenticator may give (WebAuthn Level 3, 4, "Credential ID": 1023 bytes). */
const CredentialId = bytes(1364);

const common = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** What a browser answers when a passkey is made: `RegistrationResponseJSON` of WebAuthn, as far as it is read. */
export const NewPasskeySchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskeySchema>;

/** What a browser answers when a passkey signs: `AuthenticationResponseJSON` of WebAuthn, as far as it is read. */
export const PasskeyProofSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(100).optional(),
  }),
});
export type PasskeyProof = z.infer<typeof PasskeyProofSchema>;

/** The passkeys of whoever asks. */
export const PasskeysViewSchema = z.object({
  available: z
    .boolean()
    .meta({ description: 'whether there may be any: the sign-in is by this server, at a name and by https' }),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: z.string(),
      used_at: z.string().nullable().meta({ description: 'when it signed last; null: never' }),
    }),
  ),
});
export type PasskeysView = z.infer<typeof PasskeysViewSchema>;

/** What a browser is to make a passkey by: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationSchema = z.looseObject({ challenge: z.string() });
/** What a passkey is to sign: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestSchema = z.looseObject({ challenge: z.string() });

/** By what somebody who is signed in may prove once more who they are. */
export const ProofOfferSchema = z.object({
  by: z
    .enum(['password', 'keystone', 'provider'])
    .meta({ description: 'a password of this server or of Keystone; or by signing in anew at the provider' }),
  totp: z.boolean().meta({ description: 'whether a code is needed besides the password' }),
  passkey: z.boolean().meta({ description: 'whether a passkey does as well' }),
  provider: z.string().nullable().meta({ description: 'how the provider is called; null: none' }),
});
export type ProofOffer = z.infer<typeof ProofOfferSchema>;
