import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { SignInPage } from '@/components/sign-in/sign-in-page';
import { currentActor, offeredSignIns, signInDomain, signInPasskeys, signInProvider } from '@/lib/api/current-user';
import { localPath } from '@/lib/model/local-path';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn');
  return { title: t('title') };
}

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const [actor, signIns, domain, provider, passkeys, { callbackUrl, error }] = await Promise.all([
    currentActor(),
    offeredSignIns(),
    signInDomain(),
    signInProvider(),
    signInPasskeys(),
    searchParams,
  ]);
  const way = localPath(callbackUrl);
  // not in a circle
  const target = way.split('?')[0]?.replace(/\/$/, '') === '/sign-in' ? '/' : way;
  if (actor) redirect(target);
  const code = typeof error === 'string' ? error : null;
  return <SignInPage {...{ target, signIns, domain, provider, passkeys }} error={code} />;
}
