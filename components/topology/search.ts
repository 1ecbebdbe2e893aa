import type { TopologyNode } from '@/lib/model/topology/graph';
import type { UnitState } from '@/lib/model/unit-state';
import type { Picture } from './picture';

/** What a person looks for. */
export interface SearchCriteria {
  typed: string;
  /** none: any state */
  states: readonly UnitState[];
}

/** The words that were typed, in lower case. */
export function wordsOf(typed: string): string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * The machines, and services without machines, that match: by host name, unit, service, kind of service, role,
 * domain, address or state. Every word must be found somewhere. Ids in the order of the model; null when nothing
 * is looked for.
 */
export function findParts(
  picture: Picture,
  { typed, states }: SearchCriteria,
  wordOfState: (state: UnitState) => string,
): string[] | null {
  const words = wordsOf(typed);
  if (words.length === 0 && states.length === 0) return null;
  return picture.groups.flatMap(({ node, shared, hosts }) => {
    const candidates = hosts.length === 0 ? [node] : hosts;
    return candidates.flatMap((candidate) => {
      if (states.length > 0 && !states.includes(candidate.state)) return [];
      const text = [
        node.title,
        node.subtitle,
        ...shared.flatMap((part) => [part.title, part.address]),
        ...(node.service?.addresses.map((address) => address.value) ?? []),
        ...textOf(candidate),
        wordOfState(candidate.state),
        ...(picture.parts.get(candidate.id) ?? []).map((part) => part.title),
      ]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word)) ? [candidate.id] : [];
    });
  });
}

function textOf({ title, host }: TopologyNode): (string | null | undefined)[] {
  return [title, host?.unitName, host?.memberOf, host?.address];
}

/** The match after (1) or before (-1) one, around the ends; the first or last from nowhere. Null without matches. */
export function nextMatch(found: readonly string[], from: string | null, step: 1 | -1): string | null {
  const at = from === null ? -1 : found.indexOf(from);
  if (at < 0) return (step === 1 ? found[0] : found.at(-1)) ?? null;
  return found[(at + step + found.length) % found.length] ?? null;
}

/** A text in pieces, those that were typed marked, so that one sees why something was found. */
export function highlight(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const lower = text.toLowerCase();
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) hit.fill(true, at, at + word.length);
  }
  const pieces: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1);
    if (last && last.hit === hit[at]) last.text += text[at];
    else pieces.push({ text: text[at] ?? '', hit: hit[at] ?? false });
  }
  return pieces;
}
