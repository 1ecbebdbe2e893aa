import type { Picture } from './picture';

/** With more machines than these, services begin as one box each: on a wide canvas, and on a narrow one. */
const MANY_HOSTS = { wide: 40, narrow: 12 };
/** With more machines than this, large services do. */
const SEVERAL_HOSTS = 24;
const LARGE = 6;
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

/**
 * The node ids of the services shown as one box. Those without machines are one box anyway and never among them.
 *
 * @param narrow whether the canvas has room for a column or two of machines only
 */
export function collapsedGroups(picture: Picture, choice: CollapseChoice, narrow: boolean): Set<string> {
  const most = narrow ? MANY_HOSTS.narrow : MANY_HOSTS.wide;
  const count = picture.hosts.length;
  const least = choice.all === 'closed' ? 0 : choice.all === 'open' ? Infinity : leastCollapsed(count, most);
  return new Set(
    picture.groups.flatMap(({ node, hosts }) => {
      if (hosts.length === 0) return [];
      const suggested = hosts.length >= least;
      return (choice.single.get(node.id) ?? suggested) ? [node.id] : [];
    }),
  );
}

/** So many machines a service has at least that begins as one box, among so many machines. */
function leastCollapsed(count: number, most: number): number {
  if (count > most) return WORTH_COLLAPSING;
  return count > SEVERAL_HOSTS ? LARGE : Infinity;
}

/** The choice with one service opened or collapsed. */
export function chooseGroup(choice: CollapseChoice, groupId: string, collapsed: boolean): CollapseChoice {
  return { ...choice, single: new Map(choice.single).set(groupId, collapsed) };
}

/** The choice with the service of a machine opened, so that the machine can be seen. */
export function withOpened(choice: CollapseChoice, picture: Picture, id: string | null): CollapseChoice {
  const node = id === null ? undefined : picture.byId.get(id);
  return node?.kind === 'host' && node.parentId !== null ? chooseGroup(choice, node.parentId, false) : choice;
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
