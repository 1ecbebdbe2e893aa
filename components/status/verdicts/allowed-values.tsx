'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentGuide } from '@/lib/client/catalog';
import { onSuccess } from '@/lib/client/on-success';
import { useSessionAlternatives, useTakeAlternative } from '@/lib/client/policies';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import { memory } from '@/lib/model/memory';
import type { AllowedValue, Alternative } from '@/lib/model/policies/alternatives';

/** What policies would allow where they stop a draft: a press makes it so in the draft. */
export function AllowedValues({ environmentId, sessionId }: { environmentId: string; sessionId: string }) {
  const t = useTranslations('policies.help');
  const alternatives = useSessionAlternatives(environmentId, sessionId);
  if (alternatives.isPending) return <p className="mt-2 text-[13px]">{t('searching')}</p>;
  const found = alternatives.data ?? [];
  const useful = found.filter(({ allowed }) => allowed.length > 0);
  const tried = found.reduce((sum, one) => sum + one.tried, 0);
  if (tried === 0) return null;
  if (useful.length === 0) return <p className="mt-2 text-[13px]">{t('none', { count: tried })}</p>;
  return (
    <div className="mt-3">
      <p className="font-semibold">{t('allowed')}</p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {useful.map((one) => (
          <AllowedOf key={`${one.service_id} ${one.property}`} environmentId={environmentId} alternative={one} />
        ))}
      </ul>
    </div>
  );
}

function AllowedOf({ environmentId, alternative }: { environmentId: string; alternative: Alternative }) {
  const t = useTranslations('policies.help');
  const toast = useToast();
  const valueWords = useValueWords();
  const inWords = useServerWords(useEnvironmentGuide(environmentId).sentences);
  const take = useTakeAlternative(environmentId);
  const { kind, label, service_name: service, allowed } = alternative;
  const field = kind === 'units' ? t('machines', { service }) : t('field', { label: inWords(label), service });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="min-w-0 break-words">{field}</span>
      {allowed.map((one) => {
        const value = valueWords(alternative, one);
        const choose = () => {
          const taking = take.mutateAsync(one.edits);
          onSuccess(taking, () => toast.success(t('taken', { value })));
          taking.catch((error) => toast.error(t('notTaken'), sentenceOf(error) ?? undefined));
        };
        return (
          <Button
            key={one.text}
            size="sm"
            aria-label={t('take', { field, value })}
            pending={take.isPending}
            onClick={choose}
          >
            {value}
          </Button>
        );
      })}
    </li>
  );
}

function useValueWords() {
  const t = useTranslations('policies.help');
  const forms = useTranslations('forms');
  return ({ kind }: Alternative, { text, size }: AllowedValue): string => {
    if (size) return forms('flavor', { vcpus: size.vcpus, memory: memory(size.memory_mb) });
    if (kind === 'units') return t('count', { count: Number(text) });
    return kind === 'boolean' ? t(text === 'true' ? 'yes' : 'no') : text;
  };
}
