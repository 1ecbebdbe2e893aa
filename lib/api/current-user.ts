import 'server-only';
import { cookies } from 'next/headers';
import { relyingParty } from '@/lib/auth/passkeys';
import { demoSignIns } from '@/lib/auth/seed';
import { getContainer } from '@/lib/container';
import type { Actor } from '@/lib/model/actor';
import type { MeView, OfferedSignIn } from '@/lib/model/me';
import { describeMe } from './describe-me';

/** Who is signed in to the dashboard, for a page's first paint; null when nobody is. */
export async function currentActor(): Promise<Actor | null> {
  const [{ auth, database }, jar] = await Promise.all([getContainer(), cookies()]);
  return database.during(() => auth.actorOfCookies(jar.toString()));
}

/** The same with the tenants they may switch to and the cloud behind it all; null when nobody is signed in. */
export async function currentMe(): Promise<MeView | null> {
  const [container, actor] = await Promise.all([getContainer(), currentActor()]);
  return actor && container.database.during(() => describeMe(actor, container));
}

/** The sign-ins that the sign-in page offers: those of the demo when this server shows it, else none. */
export async function offeredSignIns(): Promise<OfferedSignIn[]> {
  const { config, auth } = await getContainer();
  // Keystone knows none of them
  return config.seed === 'demo' && !auth.external ? demoSignIns : [];
}

/** The domain that people usually belong to who sign in through Keystone; null where they are users of this server's own. */
export async function signInDomain(): Promise<string | null> {
  const { auth } = await getContainer();
  return auth.external?.domain ?? null;
}

/** How the provider is called by which people may sign in, too; null: there is none. */
export async function signInProvider(): Promise<string | null> {
  return (await getContainer()).config.oidc?.name ?? null;
}

/** Whether people may sign in by passkeys: where they are users of this server's own, and browsers make passkeys for its address. */
export async function signInPasskeys(): Promise<boolean> {
  const { auth, config } = await getContainer();
  return auth.external === null && relyingParty(config.baseUrl) !== null;
}
