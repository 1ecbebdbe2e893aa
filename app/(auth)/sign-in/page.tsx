import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { SignInPage } from '@/components/sign-in/sign-in-page';
import { currentActor, offeredSignIns } from '@/lib/api/readers';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn');
  return { title: t('title') };
}

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const [actor, signIns, { callbackUrl }] = await Promise.all([currentActor(), offeredSignIns(), searchParams]);
  const target = localPath(callbackUrl);
  if (actor) redirect(target);
  return <SignInPage target={target} signIns={signIns} />;
}

/** Only ways within this site: an address from outside must not lead away after signing in. */
function localPath(given: string | string[] | undefined): string {
  if (typeof given !== 'string' || !given.startsWith('/')) return '/';
  const base = 'http://local.invalid';
  const url = URL.canParse(given, base) ? new URL(given, base) : null;
  return url && url.origin === base && url.pathname !== '/sign-in' ? url.pathname + url.search : '/';
}
