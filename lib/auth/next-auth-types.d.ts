import type { DefaultSession } from 'next-auth';
import type { Role } from '@/lib/model/actor';

declare module 'next-auth' {
  interface Session {
    user: DefaultSession['user'] & { id: string };
    tenant: { id: string; name: string; role: Role } | null;
  }
  interface User {
    tenantId: string;
    signInId: string;
    externalToken?: string;
    oidc?: true;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    tenantId?: string;
    /** the sign-in that the cookie names; what the database says of it decides */
    signInId?: string;
    /** the token from outside by which it began; the cookie is encrypted */
    externalToken?: string;
    /** begun by an OpenID Connect provider */
    oidc?: true;
  }
}
