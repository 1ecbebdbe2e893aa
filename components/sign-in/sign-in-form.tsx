'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SecretInput } from '@/components/ui/secret-input';
import { type SignInRefusal, signIn, signInRefusal } from '@/lib/client/sign-in';
import type { OfferedSignIn } from '@/lib/model/me';
import { OfferedSignIns } from './offered-sign-ins';
import { PasskeySignIn } from './passkey-sign-in';
import { ProviderSignIn } from './provider-sign-in';

interface Props {
  target: string;
  signIns: OfferedSignIn[];
  /** the domain that is usual where people are known by Keystone; null: users have no domains */
  domain: string | null;
  /** how the provider is called by which people may sign in, too; null: there is none */
  provider: string | null;
  /** whether people may sign in by passkeys */
  passkeys: boolean;
  /** the code with which a provider's sign-in came back; null: none */
  error: string | null;
}

export function SignInForm({ target, signIns, domain: usual, provider, passkeys, error }: Props) {
  const t = useTranslations('signIn');
  const sentenceOf = useRefusalWords(provider);
  const [domain, setDomain] = useState(usual ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState({ name: false, password: false });
  const [refusal, setRefusal] = useState<string | null>(() =>
    error === null ? null : sentenceOf(signInRefusal(error, 401)),
  );
  const [pending, setPending] = useState(false);
  /** the code of a second factor; null until it is asked for */
  const [totp, setTotp] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const empty = { name: name.trim() === '', password: password === '' };
    setMissing(empty);
    if (empty.name || empty.password || pending) return;
    setPending(true);
    const refused = await signIn(name.trim(), password, { domain: domain.trim(), totp: (totp ?? '').trim() });
    if (refused === null) {
      // a full load: nothing of the page before signing in stays
      window.location.assign(target);
      return;
    }
    if (refused.key === 'totpNeeded') setTotp((before) => before ?? '');
    const isFirst = refused.key === 'totpNeeded' && totp === null;
    const key = refused.key === 'wrong' && usual !== null ? 'wrongOfDomain' : refused.key;
    // the field appears, which says it
    setRefusal(isFirst ? null : t(`refused.${key}`, { ...refused.wait, provider: provider ?? '' }));
    setPending(false);
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-4">
        {refusal && <Notice tone="failed">{refusal}</Notice>}
        {usual !== null && (
          <Field label={t('domain')} help={t('domainHelp', { usual })}>
            <Input
              value={domain}
              onValueChange={setDomain}
              autoComplete="organization"
              autoCapitalize="off"
              spellCheck={false}
            />
          </Field>
        )}
        <Field label={t('name')} error={missing.name ? t('nameMissing') : null}>
          <Input
            value={name}
            onValueChange={setName}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        </Field>
        <Field label={t('password')} error={missing.password ? t('passwordMissing') : null}>
          <SecretInput value={password} onValueChange={setPassword} autoComplete="current-password" />
        </Field>
        {totp !== null && (
          <Field label={t('totp')} help={t('totpHelp')}>
            <Input
              value={totp}
              onValueChange={setTotp}
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              autoFocus
            />
          </Field>
        )}
        <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-1 w-full">
          {t(pending ? 'signingIn' : 'signIn')}
        </Button>
      </form>
      {(passkeys || provider !== null) && (
        <OtherWays target={target} passkeys={passkeys} provider={provider} onRefusal={setRefusal} />
      )}
      {signIns.length > 0 && (
        <OfferedSignIns
          signIns={signIns}
          chosen={name}
          onChoose={(chosen) => {
            setName(chosen.name);
            setPassword(chosen.password);
            setMissing({ name: false, password: false });
            setRefusal(null);
            setTotp(null);
          }}
        />
      )}
    </>
  );
}

/** Signing in without name and password. */
function OtherWays({
  target,
  passkeys,
  provider,
  onRefusal,
}: Pick<Props, 'target' | 'passkeys' | 'provider'> & { onRefusal: (sentence: string | null) => void }) {
  const t = useTranslations('signIn');
  const sentenceOf = useRefusalWords(provider);
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="text-center text-ink-muted text-sm">{t('or')}</p>
      {passkeys && <PasskeySignIn target={target} onRefused={(why) => onRefusal(why && sentenceOf(why))} />}
      {provider !== null && (
        <ProviderSignIn
          name={provider}
          target={target}
          onFailure={() => onRefusal(t('refused.providerAway', { provider }))}
        />
      )}
    </div>
  );
}

/** Puts into words why somebody was not signed in. */
function useRefusalWords(provider: string | null): (refusal: SignInRefusal) => string {
  const t = useTranslations('signIn');
  return ({ key, wait }) => t(`refused.${key}`, { ...wait, provider: provider ?? '' });
}
