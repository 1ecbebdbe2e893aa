import type { Role } from '@/lib/model/actor';

/**
 * Who people are, where that is kept outside of Vetro. Users, tenants and roles are written into the database as they are
 * told here, so that everything else asks the database as it always does.
 */
export interface IdentityProvider {
  /** the domain of those who name none */
  readonly domain: string;
  /**
   * Signs somebody in.
   *
   * @returns the token that stands for it; `identityOf` tells whose it is
   * @throws not_authenticated `wrong_credentials`; unavailable `identity_away`
   */
  signIn(credentials: { name: string; domain: string; password: string }): Promise<string>;
  /**
   * Whether this is the password of whoever a token belongs to. Nothing of the question stays there.
   *
   * @throws unavailable `identity_away`
   */
  isPasswordOf(token: string, password: string): Promise<boolean>;
  /**
   * Whose a token is at this moment; null when it is not valid any more.
   *
   * @throws unavailable `identity_away`
   */
  identityOf(token: string): Promise<ExternalIdentity | null>;
  /** Ends a token; one that is over already is no error. */
  revoke(token: string): Promise<void>;
}

/** Whose a token is. */
export interface ExternalIdentity {
  user: { id: string; name: string };
  /** administers the whole installation */
  systemAdmin: boolean;
  /** the tenants that the token opens, with the role in each; of a token for one tenant that one alone */
  tenants: { id: string; name: string; description: string; role: Role }[];
  /** the tenant it is for; null: none yet */
  tenantId: string | null;
  expiresAt: Date;
}
