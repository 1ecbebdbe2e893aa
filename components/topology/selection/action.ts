import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Cover } from '@/components/ui/drawer-panel';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import type { ShowAs } from '../use-view-state';
import type { Selection } from './selection';

/** What can be done with a selection. One more is a file of its own, a line in `actions.ts` and its words. */
export interface SelectionAction {
  /** its words: `topology.selection.actions.ID` */
  id: string;
  icon: LucideIcon;
  /** it destroys something */
  danger?: boolean;
  /** how it is done with a selection; null where it makes no sense */
  offer: (selection: Selection, context: SelectionContext) => Offer | null;
}

/** How something is done: not now, by going somewhere, at once, after asking, or by a button of its own. */
export type Offer =
  | { refused: string }
  | { href: string }
  | { act: () => void }
  | { ask: ComponentType<AskProps> }
  | { face: ComponentType<FaceProps> };

/** What actions know of where they are offered, and what they can ask of it. */
export interface SelectionContext {
  environmentId: string;
  /** as they are deployed */
  deployed: readonly Service[];
  /** those of the draft, or what is deployed */
  services: readonly ServiceView[];
  types: readonly ServiceType[];
  /** what this person is about to change; null: nothing */
  draft: { id: string; updated: string } | null;
  /** whether machines are simulated, and their loss can be rehearsed */
  simulated: boolean;
  /** why nothing can be edited now; null when it can */
  editReason: string | null;
  /** the newest run that may tell something of a machine, by the id of its unit; null before any */
  runOf: (unitId: string) => string | null;
  /** told how much of the window a panel takes beside which all of the picture is to be seen; null once it is closed */
  onCover: (cover: Cover | null) => void;
  showAs: ShowAs;
  show: (as: ShowAs) => void;
  /** changes the draft; what goes wrong is said */
  edit: (change: (sessionId: string) => Promise<unknown>) => void;
  /** why a selection cannot be removed, in words */
  refusals: (why: 'least' | 'whole' | 'leading', name: string, least: number) => string;
}

/** What is a button of its own. */
export interface FaceProps {
  selection: Selection;
  context: SelectionContext;
}

/** What asks before something is done with a selection. */
export interface AskProps {
  selection: Selection;
  context: SelectionContext;
  /** `done`: it happened, and nothing stays selected */
  onClose: (done: boolean) => void;
}
