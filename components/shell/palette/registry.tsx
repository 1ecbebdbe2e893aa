import {
  Boxes,
  CalendarClock,
  FileClock,
  GitCompareArrows,
  HeartPulse,
  History,
  House,
  Keyboard,
  KeyRound,
  Languages,
  LayoutGrid,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Network,
  Package,
  Plus,
  Presentation,
  Rocket,
  RotateCcw,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Store,
  Sun,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { EnvironmentDetailView } from '@/lib/model/views';
import { PLACE_KEYS, type PlaceKey } from './places';

/** What decides which entries the palette offers. */
export interface PaletteContext {
  /** the environment in view */
  here: Pick<EnvironmentDetailView, 'id' | 'name' | 'version' | 'drafts' | 'deployed_status' | 'services'> | null;
  /** whether the person may change anything in the tenant */
  edits: boolean;
  /** whether they administer the whole installation */
  administers: boolean;
}

/** What entries do things with. */
export interface Tools {
  go: (href: string) => void;
  theme: (theme: 'light' | 'dark' | 'system') => void;
  otherLanguage: () => void;
  presenter: () => void;
  shortcuts: () => void;
  signOut: () => void;
}

export type EntryGroup = 'go' | 'here' | 'do' | 'administer';

/** One thing that the palette knows. Its label and other words people look for it by are messages of its id. */
interface Entry<Id extends string = string> {
  id: Id;
  group: EntryGroup;
  icon: LucideIcon;
  keys?: readonly string[];
  offered?: (context: PaletteContext) => boolean;
  run: (tools: Tools, context: PaletteContext) => void;
}

const to =
  (href: string) =>
  ({ go }: Tools) =>
    go(href);
const below =
  (path: string) =>
  ({ go }: Tools, { here }: PaletteContext) =>
    go(`/environments/${here?.id}${path}`);
const keysOf = (place: PlaceKey) => PLACE_KEYS[place];

const inside = ({ here }: PaletteContext) => here !== null;
const outside = ({ here }: PaletteContext) => here === null;
const changes = ({ here, edits }: PaletteContext) =>
  edits && here !== null && here.deployed_status !== 'deploying' && here.deployed_status !== 'deleting';
const wasDeployed = ({ here }: PaletteContext) => here !== null && here.version > 0;
const edits = ({ edits: may }: PaletteContext) => may;
const administers = ({ administers: may }: PaletteContext) => may;

/** Everything that the palette knows: a thing more is an entry more. */
export const ENTRIES = [
  {
    id: 'deploy',
    group: 'here',
    icon: Rocket,
    keys: keysOf('deploy'),
    offered: (context) => changes(context) && context.here?.drafts?.mine === true,
    run: below('/review'),
  },
  { id: 'addService', group: 'here', icon: Plus, offered: changes, run: below('/services/add') },
  {
    id: 'passwords',
    group: 'here',
    icon: KeyRound,
    offered: (context) => inside(context) && context.edits && (context.here?.services.length ?? 0) > 0,
    run: below('/services'),
  },
  {
    id: 'rollBack',
    group: 'here',
    icon: RotateCcw,
    offered: (context) => changes(context) && wasDeployed(context),
    run: below('/deployments'),
  },
  { id: 'compare', group: 'here', icon: GitCompareArrows, offered: wasDeployed, run: below('/deployments/compare') },
  { id: 'topology', group: 'here', icon: Network, keys: keysOf('topology'), offered: inside, run: below('') },
  {
    id: 'services',
    group: 'here',
    icon: LayoutGrid,
    keys: keysOf('services'),
    offered: inside,
    run: below('/services'),
  },
  { id: 'history', group: 'here', icon: History, keys: keysOf('history'), offered: inside, run: below('/deployments') },
  {
    id: 'activity',
    group: 'here',
    icon: FileClock,
    offered: (context) => inside(context) && context.edits,
    run: below('/deployments/activity'),
  },
  { id: 'schedules', group: 'here', icon: CalendarClock, offered: inside, run: below('/settings#schedules') },
  { id: 'settings', group: 'here', icon: Settings, offered: inside, run: below('/settings') },

  { id: 'home', group: 'go', icon: House, keys: keysOf('home'), run: to('/') },
  { id: 'environments', group: 'go', icon: Boxes, keys: keysOf('environments'), run: to('/environments') },
  { id: 'templates', group: 'go', icon: LayoutTemplate, keys: keysOf('templates'), run: to('/templates') },
  { id: 'catalog', group: 'go', icon: Store, keys: keysOf('catalog'), run: to('/catalog') },

  { id: 'newEnvironment', group: 'do', icon: Plus, offered: edits, run: to('/environments?new=1') },
  {
    id: 'chooseEnvironment',
    group: 'do',
    icon: Boxes,
    offered: (context) => outside(context) && context.edits,
    run: to('/environments'),
  },
  { id: 'changePassword', group: 'do', icon: KeyRound, run: to('/account#password') },
  { id: 'light', group: 'do', icon: Sun, run: ({ theme }) => theme('light') },
  { id: 'dark', group: 'do', icon: Moon, run: ({ theme }) => theme('dark') },
  { id: 'system', group: 'do', icon: Monitor, run: ({ theme }) => theme('system') },
  { id: 'language', group: 'do', icon: Languages, run: ({ otherLanguage }) => otherLanguage() },
  { id: 'presenter', group: 'do', icon: Presentation, keys: ['p'], run: ({ presenter }) => presenter() },
  { id: 'shortcuts', group: 'do', icon: Keyboard, keys: ['?'], run: ({ shortcuts }) => shortcuts() },
  { id: 'signOut', group: 'do', icon: LogOut, run: ({ signOut }) => signOut() },

  { id: 'overview', group: 'administer', icon: ShieldCheck, offered: administers, run: to('/admin') },
  { id: 'users', group: 'administer', icon: Users, offered: administers, run: to('/admin/users') },
  { id: 'tenants', group: 'administer', icon: Boxes, offered: administers, run: to('/admin/tenants') },
  { id: 'packages', group: 'administer', icon: Package, offered: administers, run: to('/admin/packages') },
  { id: 'policies', group: 'administer', icon: Scale, run: to('/admin/policies') },
  { id: 'audit', group: 'administer', icon: ScrollText, offered: administers, run: to('/admin/audit') },
  { id: 'health', group: 'administer', icon: HeartPulse, offered: administers, run: to('/admin/health') },
  { id: 'faults', group: 'administer', icon: TriangleAlert, offered: administers, run: to('/admin/faults') },
] as const satisfies readonly Entry[];
export type EntryId = (typeof ENTRIES)[number]['id'];

/** The entries that are offered to somebody, where they are. */
export function entriesFor(context: PaletteContext): readonly Entry<EntryId>[] {
  return (ENTRIES as readonly Entry<EntryId>[]).filter(({ offered }) => offered?.(context) ?? true);
}
