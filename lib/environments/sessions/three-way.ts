import { isDeepStrictEqual } from 'node:util';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel } from '@/lib/model/environment';
import { textAt } from '@/lib/model/installed';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { extensionMoves, type PackageLock, packageMoves } from '@/lib/model/package-lock';
import { fingerprintOf } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import type { Conflict } from '@/lib/model/views';
import { withBothSides } from './both-sides';

/** A conflict as it is found; what each side had is added when all are known. */
type DetectedConflict = Pick<Conflict, 'path' | 'sentence'>;

/**
 * Applies what a draft changed to the environment as it is now. Where both changed the same thing in
 * different ways, what is deployed stays and the conflict is named, unless the draft's owner has seen it and
 * takes their own: nobody's deployed work is undone unseen.
 *
 * @param base what the draft started from
 * @param draft what its owner made of it
 * @param current the environment's document now
 * @param types of their services: what a conflict calls a setting
 * @param taken paths of conflicts at which the draft counts
 */
export function reapplyChanges(
  base: EnvironmentModel,
  draft: EnvironmentModel,
  current: EnvironmentModel,
  types: readonly ServiceType[],
  taken: readonly string[] = [],
): { model: EnvironmentModel; conflicts: Conflict[] } {
  const found: Conflicts = { left: [], taken: new Set(taken) };
  const services = mergeValue(
    base.services as Json,
    draft.services as Json,
    current.services as Json,
    { path: 'services', title: 'The list of services', labels: labelsOf([base, draft, current], types) },
    found,
  );
  const packages = movedPackages(base.packages, draft.packages, current.packages);
  return {
    model: { ...current, services: services as EnvironmentModel['services'], ...(packages && { packages }) },
    conflicts: withBothSides(found.left, { base, draft, current }, types),
  };
}

/** What is deployed, with the packages that a draft moves, and the extensions that it takes up and gives up. */
function movedPackages(base: PackageLock = {}, draft: PackageLock = {}, current: PackageLock | undefined) {
  const moves = packageMoves(base, draft).map(({ name, to }) => [name, to] as const);
  const extensions = extensionMoves(base, draft);
  if (moves.length + extensions.length === 0) return current;
  const taken = extensions.flatMap(({ name, to }) => (to ? [[name, to] as const] : []));
  const merged = Object.entries({ ...current, ...Object.fromEntries([...moves, ...taken]) });
  return Object.fromEntries(merged.filter(([name]) => !extensions.some((one) => one.name === name && one.to === null)));
}

/** Conflicts as they are found: those that are left, and where the draft counts. */
interface Conflicts {
  left: DetectedConflict[];
  taken: ReadonlySet<string>;
}

interface Place {
  path: string;
  /** for the sentence: `"web"`, `machine size of "web"` */
  title: string;
  /** what the settings of services are called, by the path of the service and their names */
  labels: ReadonlyMap<string, string>;
}

function labelsOf(models: readonly EnvironmentModel[], types: readonly ServiceType[]): Map<string, string> {
  const byType = new Map(types.map((type) => [type.type, type]));
  return new Map(
    models.flatMap(({ services }) =>
      services.flatMap(({ id, type }) =>
        (byType.get(type)?.properties ?? []).map(({ name, label }) => [`services.${id}.${name}`, label] as const),
      ),
    ),
  );
}

/** A setting as its form calls it, with whose it is. */
function within(place: Place, key: string): Place {
  const path = `${place.path}.${key}`;
  const { labels } = place;
  return { path, labels, title: `${labels.get(path) ?? (key === 'units' ? 'machines' : key)} of ${place.title}` };
}

/** What the system or a deployment writes about a thing is never a change of a draft. */
const KEPT = ['created', 'updated', 'state', 'uri', 'address'];

function mergeValue(base: Json, draft: Json, current: Json, place: Place, conflicts: Conflicts): Json {
  if (same(base, draft) || same(draft, current)) return current;
  // Down to the last leaf even where only the draft changed: what deployments wrote is beside it.
  if (isObject(base) && isObject(draft) && isObject(current))
    return mergeObject(base, draft, current, place, conflicts);
  if (isKeyed(base) && isKeyed(draft) && isKeyed(current)) return mergeKeyed(base, draft, current, place, conflicts);
  if (same(base, current)) return draft;
  return decided(place, conflicts) ? draft : current;
}

function mergeObject(
  base: JsonObject,
  draft: JsonObject,
  current: JsonObject,
  place: Place,
  conflicts: Conflicts,
): JsonObject {
  const merged: JsonObject = {};
  for (const key of new Set([...Object.keys(current), ...Object.keys(draft)])) {
    const [was, mine, theirs] = [base[key], draft[key], current[key]];
    const value = KEPT.includes(key) ? (theirs ?? mine) : mergeEntry(was, mine, theirs, within(place, key), conflicts);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeEntry(
  was: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  place: Place,
  conflicts: Conflicts,
): Json | undefined {
  if (was !== undefined && mine !== undefined && theirs !== undefined) {
    return mergeValue(was, mine, theirs, place, conflicts);
  }
  if (same(was, mine)) return theirs;
  if (same(was, theirs) || same(mine, theirs)) return mine;
  return decided(place, conflicts) ? mine && asNew(mine) : theirs;
}

/** What deployments have reached of a thing that is there no more. */
const REACHED = ['state', 'uri', 'address'];

function asNew(value: Json): Json {
  if (Array.isArray(value)) return value.map(asNew);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !REACHED.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, asNew(inner)]));
}

/** Whether the draft counts where both changed the same; if not, that is named. */
function decided({ path, title }: Place, { left, taken }: Conflicts): boolean {
  if (taken.has(path)) return true;
  left.push({ path, sentence: `${title} was changed by you and by what was deployed meanwhile.` });
  return false;
}

type Keyed = (JsonObject & { id: string })[];

/** Lists of services and units are merged by id, in the order deployed, additions last. */
function mergeKeyed(base: Keyed, draft: Keyed, current: Keyed, place: Place, conflicts: Conflicts): Json {
  const merged: Json[] = [];
  const ids = new Set([...current, ...draft].map((item) => item.id));
  const [before, drafted, deployed] = [byId(base), byId(draft), byId(current)];
  for (const id of ids) {
    const [was, mine, theirs] = [before.get(id), drafted.get(id), deployed.get(id)];
    const named = mine ?? theirs;
    const name = textAt(named?.state, 'hostname') ?? textAt(named, 'name');
    const title = name === null ? `One of the ${place.title}` : `"${name}"`;
    const value = mergeEntry(was, mine, theirs, { ...place, path: `${place.path}.${id}`, title }, conflicts);
    if (value !== undefined) merged.push(value);
  }
  return merged;
}

function isKeyed(value: Json): value is Keyed {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === 'string');
}

/** Equal, with secrets compared by what they are rather than by how they were sealed. */
function same(a: Json | undefined, b: Json | undefined): boolean {
  return isDeepStrictEqual(comparable(a), comparable(b));
}

function comparable(value: Json | undefined): unknown {
  if (typeof value === 'string') return fingerprintOf(value) ?? value;
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !KEPT.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, comparable(inner)]));
}
