import { serveSignIn } from '@/lib/api/sign-in';

export { serveSignIn as GET, serveSignIn as POST };
