import { useTranslations } from 'next-intl';
import { Brand } from '@/components/shell/brand';
import { ThemeSwitch } from '@/components/shell/theme-switch';
import type { OfferedSignIn } from '@/lib/model/me';
import { GlassScene } from './glass-scene';
import { SignInForm } from './sign-in-form';

/** What this is on one side, who comes in on the other. */
interface Props {
  target: string;
  signIns: OfferedSignIn[];
  /** the usual domain where people sign in through Keystone; else null */
  domain: string | null;
  /** how the provider is called by which people may sign in, too; null: there is none */
  provider: string | null;
  /** whether people may sign in by passkeys */
  passkeys: boolean;
  /** the code with which a provider's sign-in came back; null: none */
  error: string | null;
}

export function SignInPage({ target, ...form }: Props) {
  const t = useTranslations('signIn');
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1.05fr_1fr]">
      <aside className="relative hidden overflow-hidden border-line border-r bg-sunken lg:block">
        <GlassScene />
        <div className="relative flex h-full flex-col justify-between p-10 xl:p-14">
          <Brand />
          <div className="max-w-md">
            <p className="text-balance font-semibold text-3xl leading-tight tracking-tight">{t('headline')}</p>
            <p className="mt-4 text-[15px] text-ink-muted leading-6">{t('pitch')}</p>
          </div>
        </div>
      </aside>
      <main className="flex flex-col px-5 py-6 sm:px-10">
        <div className="flex items-center justify-between">
          <Brand className="lg:invisible" />
          <ThemeSwitch />
        </div>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
          <p className="mt-1 text-ink-muted">{t(form.domain === null ? 'use' : 'useKeystone')}</p>
          <SignInForm target={target} {...form} />
        </div>
      </main>
    </div>
  );
}
