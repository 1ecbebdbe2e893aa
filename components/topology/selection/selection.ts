import type { TopologyNode } from '@/lib/model/topology/graph';
import type { Group, Picture } from '../picture';

/** What is selected of a picture, to be acted on. */
export interface Selection {
  services: Group[];
  /** machines; those of selected services are not told again */
  hosts: TopologyNode[];
}

/** What of a picture has these node ids; what is no longer there is left out. */
export function selectionOf(picture: Picture, ids: ReadonlySet<string>): Selection {
  const services = picture.groups.filter(({ node }) => ids.has(node.id));
  const whole = new Set(services.map(({ node }) => node.id));
  return {
    services,
    hosts: picture.hosts.filter(({ id, parentId }) => ids.has(id) && !whole.has(parentId ?? '')),
  };
}

/** All that is selected, as it is drawn: services, then machines. */
export function partsOf({ services, hosts }: Selection): TopologyNode[] {
  return [...services.map(({ node }) => node), ...hosts];
}

/** The ids with some added; with one that is among them already taken out instead. */
export function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Whether a press selects one more part instead of opening it. */
export function selectsMore(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey;
}
