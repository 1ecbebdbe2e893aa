import 'server-only';
import { cookies } from 'next/headers';
import { getContainer } from '@/lib/container';
import type { Actor } from '@/lib/model/actor';

/** Who is signed in to the dashboard, for a page's first paint; null when nobody is. */
export async function currentActor(): Promise<Actor | null> {
  const [{ auth }, jar] = await Promise.all([getContainer(), cookies()]);
  return auth.actorOfCookies(jar.toString());
}
