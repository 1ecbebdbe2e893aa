import { addAddress } from '@/lib/client/add-address';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import { serviceNodeId } from '@/lib/model/topology/graph';
import { type UnmetNeed, unmetNeeds } from '@/lib/model/unmet-needs';
import type { Picture } from '../picture';
import type { Boundary, RelationLine } from '../relation-lines';

/** An empty place in a picture: what stands there could be used, and can be added. */
export interface OpenPlace {
  id: string;
  /** what is missing, as its package says: "Database server" */
  label: string;
  /** what would be done with it, in words; empty where nothing tells */
  words: string;
  /** machines would become a part of it */
  joins: boolean;
  /** ids of the services' nodes that could use it */
  users: string[];
  /** the id of the boundary that all of those stand in; null: of several, or of none */
  boundary: string | null;
  /** where it is added */
  href: string;
}

/** Where services can be added in a picture. */
export interface Adding {
  /** the address at which any service is added */
  anywhere: string;
  places: readonly OpenPlace[];
  /** the address at which a service is added that stands inside a boundary */
  inside: (boundary: Boundary) => string;
}

/**
 * The places of a picture to which something can be added.
 *
 * @param services those of the draft, or what is deployed
 * @param offered the types that may be added
 */
export function addingTo(
  environmentId: string,
  picture: Picture,
  services: readonly Service[],
  types: readonly ServiceType[],
  offered: readonly ServiceType[],
): Adding {
  return {
    anywhere: addAddress(environmentId, null),
    places: unmetNeeds(services, types, offered).map((need) => placeOf(environmentId, picture, need)),
    inside: (boundary) => addAddress(environmentId, null, { beside: boundary }),
  };
}

function placeOf(environmentId: string, { boundaries }: Picture, need: UnmetNeed): OpenPlace {
  const users = need.by.map(({ serviceId }) => serviceNodeId(serviceId));
  const around = boundaries.find(({ members }) => users.every((user) => members.includes(user))) ?? null;
  const [only, ...others] = need.types;
  return {
    id: `place:${need.needs}`,
    label: need.label,
    words: need.words ?? '',
    joins: need.joins,
    users,
    boundary: need.joins ? null : (around?.id ?? null),
    href: addAddress(environmentId, others.length === 0 && only ? only.type : null, {
      needs: need.needs,
      beside: around,
      usedBy: need.by,
    }),
  };
}

/** The lines from those that could use what is missing to where it would stand. */
export function placeLines({ id, users, joins }: OpenPlace): RelationLine[] {
  if (joins) return [];
  return users.map((user) => ({
    ...{ id: `${user}>${id}`, source: user, target: id, edge: null, state: 'planned' as const, members: [] },
  }));
}
