import type { Picture } from './picture';

/** With more machines than this, services begin as one box each. */
export const MANY_HOSTS = 40;
/** Smaller services are shown whole even then: a box for one machine says less than the machine. */
const WORTH_COLLAPSING = 2;

/** What a person has chosen of the services' boxes. */
export interface CollapseChoice {
  /** of all; null: as many as there are suggests */
  all: 'open' | 'closed' | null;
  /** of single ones, by node id; true is collapsed */
  single: ReadonlyMap<string, boolean>;
}

export const NOTHING_CHOSEN: CollapseChoice = { all: null, single: new Map() };

/** The node ids of the services shown as one box. Those without machines are one box anyway and never among them. */
export function collapsedGroups(picture: Picture, choice: CollapseChoice): Set<string> {
  const byDefault = choice.all === null ? picture.hosts.length > MANY_HOSTS : choice.all === 'closed';
  return new Set(
    picture.groups.flatMap(({ node, hosts }) => {
      if (hosts.length === 0) return [];
      const suggested = byDefault && (choice.all === 'closed' || hosts.length >= WORTH_COLLAPSING);
      return (choice.single.get(node.id) ?? suggested) ? [node.id] : [];
    }),
  );
}

/** The choice with one service opened or collapsed. */
export function chooseGroup(choice: CollapseChoice, groupId: string, collapsed: boolean): CollapseChoice {
  return { ...choice, single: new Map(choice.single).set(groupId, collapsed) };
}

/**
 * What is shown first to somebody who arrives: the selected machine, else the first one that failed where there are
 * so many that it would have to be looked for. Null: everything.
 */
export function firstFocus(picture: Picture, selectedId: string | null): string | null {
  if (selectedId !== null && picture.byId.has(selectedId)) return selectedId;
  if (picture.hosts.length <= FINDABLE) return null;
  return picture.hosts.find((host) => host.state === 'failed')?.id ?? null;
}

/** Among so few machines a failed one is seen at once. */
const FINDABLE = 12;
