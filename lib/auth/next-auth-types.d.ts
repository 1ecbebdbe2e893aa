import type { DefaultSession } from 'next-auth';
import type { Role } from '@/lib/model/actor';

declare module 'next-auth' {
  interface Session {
    user: DefaultSession['user'] & { id: string };
    tenant: { id: string; name: string; role: Role } | null;
  }
  interface User {
    tenantId: string;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    tenantId?: string;
    /** milliseconds since 1970 */
    signedInAt?: number;
  }
}
