'use client';
import {
  Boxes,
  GitBranch,
  History,
  House,
  Keyboard,
  Languages,
  LayoutGrid,
  LayoutTemplate,
  LogOut,
  Network,
  Plus,
  Presentation,
  Rocket,
  Server,
  Settings,
  Store,
  SunMoon,
} from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type Command, type CommandGroup, CommandList } from '@/components/ui/command-list';
import { PlainDialog } from '@/components/ui/plain-dialog';
import { useFoundEnvironments } from '@/lib/client/environments';
import { chooseLanguage, LANGUAGES } from '@/lib/client/language';
import { presenter, usePresenter } from '@/lib/client/presenter';
import { useServices } from '@/lib/client/services';
import { isObject } from '@/lib/model/json';
import { useSignOut } from '../use-sign-out';
import { environmentOf, PLACE_KEYS, type PlaceKey, placeHref } from './places';

const THEMES = ['light', 'dark', 'system'] as const;

/** Every page and everything to be done from anywhere, found by typing. */
export function CommandPalette({
  open,
  onOpenChange,
  onShowShortcuts,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}) {
  const t = useTranslations('shell.palette');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(open ? typed : '');
  const groups = useCommands(onShowShortcuts, wanted, open);
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

/** @param wanted what is typed: environments are looked up by it; without it those that changed last are at hand */
function useCommands(onShowShortcuts: () => void, wanted: string, open: boolean): CommandGroup[] {
  const t = useTranslations('shell');
  const signOut = useSignOut();
  const router = useRouter();
  const { setTheme } = useTheme();
  const locale = useLocale();
  const presenting = usePresenter();
  const here = environmentOf(usePathname());
  const environments = useFoundEnvironments({ search: wanted, enabled: open }).data?.environments ?? [];
  const found = useServices(here ?? '', null, open && here !== null);
  const services = here === null ? [] : (found.data ?? []);
  const place = (key: PlaceKey, label: string, icon: ReactNode, words?: string): Command[] => {
    const href = placeHref(key, here);
    const keys = [...PLACE_KEYS[key]];
    return href ? [{ id: `go-${key}`, label, words, icon, keys, run: () => router.push(href) }] : [];
  };
  const below = (id: string, label: string, icon: ReactNode, path: string): Command[] =>
    here ? [{ id, label, icon, run: () => router.push(`/environments/${here}${path}`) }] : [];
  return [
    {
      label: t('palette.go'),
      items: [
        ...place('topology', t('palette.topology'), <Network aria-hidden />),
        ...place('services', t('palette.services'), <LayoutGrid aria-hidden />),
        ...place('deploy', t('palette.review'), <Rocket aria-hidden />, t('palette.words.review')),
        ...place('history', t('palette.history'), <History aria-hidden />, t('palette.words.history')),
        ...below('go-settings', t('palette.settings'), <Settings aria-hidden />, '/settings'),
        ...place('home', t('nav.home'), <House aria-hidden />),
        ...place('environments', t('nav.environments'), <Boxes aria-hidden />),
        ...place('templates', t('nav.templates'), <LayoutTemplate aria-hidden />),
        ...place('catalog', t('nav.catalog'), <Store aria-hidden />),
      ],
    },
    {
      label: t('palette.here'),
      items: services.flatMap(({ id, name, units }): Command[] => {
        const run = () => router.push(`/environments/${here}/services/${id}`);
        const machines = units.flatMap(({ state }) => hostIn(state) ?? []);
        return [
          {
            id: `service-${id}`,
            label: name,
            words: t('palette.words.service'),
            icon: <LayoutGrid aria-hidden />,
            run,
          },
          ...machines.map((host) => ({
            id: `machine-${id}-${host}`,
            label: t('palette.machine', { host, service: name }),
            words: t('palette.words.service'),
            icon: <Server aria-hidden />,
            run,
          })),
        ];
      }),
    },
    {
      label: t('palette.environments'),
      items: environments.map(({ id, name }) => ({
        id,
        label: name,
        icon: <GitBranch aria-hidden />,
        run: () => router.push(`/environments/${id}`),
      })),
    },
    {
      label: t('palette.do'),
      items: [
        ...below('add-service', t('palette.addService'), <Plus aria-hidden />, '/services/add'),
        {
          id: 'new-environment',
          label: t('palette.newEnvironment'),
          icon: <Plus aria-hidden />,
          run: () => router.push('/environments?new=1'),
        },
        ...THEMES.map((theme) => ({
          id: `theme-${theme}`,
          label: t('palette.appearance', { theme: t(`theme.${theme}`) }),
          icon: <SunMoon aria-hidden />,
          run: () => setTheme(theme),
        })),
        ...LANGUAGES.filter(({ value }) => value !== locale).map(({ value, label }) => ({
          id: `language-${value}`,
          label: t('palette.language', { language: label }),
          icon: <Languages aria-hidden />,
          run: () => {
            chooseLanguage(value);
            router.refresh();
          },
        })),
        {
          id: 'presenter',
          label: t('palette.presenter', { on: `${presenting}` }),
          icon: <Presentation aria-hidden />,
          keys: ['p'],
          run: () => presenter.set(!presenting),
        },
        {
          id: 'shortcuts',
          label: t('palette.shortcuts'),
          icon: <Keyboard aria-hidden />,
          keys: ['?'],
          run: onShowShortcuts,
        },
        { id: 'sign-out', label: t('palette.signOut'), icon: <LogOut aria-hidden />, run: signOut },
      ],
    },
  ].filter(({ items }) => items.length > 0);
}

/** The name of a machine that is there. */
function hostIn(state: unknown): string | null {
  return isObject(state) && typeof state.hostname === 'string' ? state.hostname : null;
}
