'use client';
import { GitBranch, LayoutGrid, Rocket, Server } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import { useDeferredValue, useState } from 'react';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { type Command, type CommandGroup, CommandList } from '@/components/ui/command-list';
import { PlainDialog } from '@/components/ui/plain-dialog';
import { useEnvironment, useFoundEnvironments, useFoundMachines } from '@/lib/client/environments';
import { chooseLanguage, LANGUAGES } from '@/lib/client/language';
import { presenter, usePresenter } from '@/lib/client/presenter';
import { useSignOut } from '../use-sign-out';
import { environmentOf } from './places';
import { type EntryGroup, entriesFor, type PaletteContext, type Tools } from './registry';
import { useWorkflowCommands } from './workflow-commands';

type Ask = Parameters<typeof useWorkflowCommands>[2];

/** So many services are offered at once; words find the others. */
const MAX_SERVICES = 20;

/** Every page and everything to be done from anywhere, found by typing. */
export function CommandPalette({
  open,
  onOpenChange,
  onShowShortcuts,
  onAsk,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
  /** shows the plan of a workflow */
  onAsk: Ask;
}) {
  const t = useTranslations('shell.palette');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(open ? typed : '');
  const groups = useCommands({ onShowShortcuts, onAsk, wanted, open });
  return (
    <PlainDialog open={open} onOpenChange={onOpenChange} title={t('title')}>
      <CommandList
        label={t('title')}
        placeholder={t('placeholder')}
        empty={t('empty')}
        groups={groups}
        onTyped={setTyped}
        onDone={() => onOpenChange(false)}
      />
      <p className="border-line border-t px-4 py-2 text-ink-muted text-xs">{t('hint')}</p>
    </PlainDialog>
  );
}

/** @param wanted what is typed: environments and machines are looked up by it; without it those that changed last are at hand */
function useCommands({
  onShowShortcuts,
  onAsk,
  wanted,
  open,
}: {
  onShowShortcuts: () => void;
  onAsk: Ask;
  wanted: string;
  open: boolean;
}): CommandGroup[] {
  const t = useTranslations('shell.palette');
  const presenting = usePresenter();
  const context = usePaletteContext(open);
  const tools = useTools(onShowShortcuts);
  const { here } = context;
  const workflows = useWorkflowCommands(context, wanted, onAsk);
  const environments = useFoundEnvironments({ search: wanted, enabled: open }).data?.environments ?? [];
  const waiting = useFoundEnvironments({ group: 'waiting', enabled: open && context.edits }).data?.environments ?? [];
  const machines = useFoundMachines(wanted, open).data?.machines ?? [];
  const facts = { name: here?.name ?? '', on: `${presenting}` };
  const entries = (group: EntryGroup): Command[] =>
    entriesFor(context)
      .filter((entry) => entry.group === group)
      .map(({ id, icon: Icon, keys, run }) => ({
        id,
        label: t(`entries.${id}`, facts),
        words: t(`words.${id}`),
        icon: <Icon aria-hidden />,
        ...(keys ? { keys: [...keys] } : {}),
        run: () => run(tools, context),
      }));
  const drafts = waiting.filter(({ id, drafts }) => drafts?.mine && id !== here?.id);
  const services = (here?.services ?? []).map((service) => ({ ...service, words: t('service') }));
  return [
    { label: here?.name ?? '', items: entries('here') },
    {
      label: t('machines'),
      items: machines.map(({ host, unit_id, environment }) => ({
        id: `machine-${unit_id}`,
        label: t('machine', { host, environment: environment.name }),
        icon: <Server aria-hidden />,
        run: () => tools.go(`/environments/${environment.id}?find=${encodeURIComponent(host)}`),
      })),
    },
    {
      label: t('servicesOf', { name: here?.name ?? '' }),
      items: services
        .filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(wanted.trim().toLowerCase()))
        .slice(0, MAX_SERVICES)
        .map(({ id, name, words }) => ({
          id: `service-${id}`,
          label: name,
          words,
          icon: <LayoutGrid aria-hidden />,
          run: () => tools.go(`/environments/${here?.id}/services/${id}`),
        })),
    },
    // a name that is typed leads to what bears it, before what can be done with it
    { label: t('operate'), items: workflows },
    {
      label: t('drafts'),
      items: drafts.map(({ id, name }) => ({
        id: `draft-${id}`,
        label: t('deployDraft', { name }),
        words: t('words.deploy'),
        icon: <Rocket aria-hidden />,
        run: () => tools.go(`/environments/${id}/review`),
      })),
    },
    { label: t('go'), items: entries('go') },
    {
      label: t('environments'),
      items: environments.map(({ id, name }) => ({
        id,
        label: name,
        icon: <GitBranch aria-hidden />,
        run: () => tools.go(`/environments/${id}`),
      })),
    },
    { label: t('do'), items: entries('do') },
    { label: t('administer'), items: entries('administer') },
  ].filter(({ items }) => items.length > 0);
}

/** Where somebody is, and what they may do there. */
function usePaletteContext(open: boolean): PaletteContext {
  const me = useMe();
  const reason = useRoleReason();
  const here = environmentOf(usePathname());
  const environment = useEnvironment(here ?? '', open && here !== null).data ?? null;
  return { here: here === null ? null : environment, edits: reason === null, administers: me.system_admin };
}

function useTools(onShowShortcuts: () => void): Tools {
  const router = useRouter();
  const { setTheme } = useTheme();
  const locale = useLocale();
  const signOut = useSignOut();
  return {
    go: (href) => router.push(href),
    theme: setTheme,
    otherLanguage: () => {
      const other = LANGUAGES.find(({ value }) => value !== locale);
      if (!other) return;
      chooseLanguage(other.value);
      router.refresh();
    },
    presenter: () => presenter.set(!presenter.on()),
    shortcuts: onShowShortcuts,
    signOut,
  };
}
