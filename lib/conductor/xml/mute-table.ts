import type { EvaluationPosition } from './evaluation-position';

/**
 * Which rule skips which object (Murano v0.2 guide, chapter 5, "Workflow control"). Every matched object
 * is muted until the next round, so that a body runs once per object and round; `<mute/>` lasts for the
 * deployment.
 *
 * A rule is named by the ids of its chain. Joined by "/", as the original engine did, it goes with the
 * ids of the matched objects joined by "/"; joined by ".", as the guide says, with the object's own id.
 */
export class MuteTable {
  /** name of a mute → whether it lasts beyond the round */
  private readonly table = new Map<string, boolean>();

  /** Forgets the mutes of the round. */
  startRound(): void {
    for (const [name, lasting] of this.table) if (!lasting) this.table.delete(name);
  }

  isMuted({ rules, objects }: EvaluationPosition): boolean {
    if (!objects) return false;
    if (this.table.has(key(rules.join('/'), objects.join('/')))) return true;
    return rules.length > 1 && this.table.has(key(rules.join('.'), objects.at(-1) ?? ''));
  }

  muteForRound(position: EvaluationPosition): void {
    const { rules, objects } = position;
    if (objects) this.table.set(key(rules.join('/'), objects.join('/')), false);
  }

  /** `rule` and `id` as written; what is missing is the current one. Without both, nothing happens. */
  mute(position: EvaluationPosition, rule: string | null, id: string | null): void {
    for (const name of names(position, rule, id)) this.table.set(name, true);
  }

  unmute(position: EvaluationPosition, rule: string | null, id: string | null): void {
    for (const name of names(position, rule, id)) this.table.delete(name);
    if (rule?.includes('.') && id !== null) this.unmuteWherever(rule.replaceAll('.', '/'), id);
  }

  /** Lifts the mutes of an object by its own id, whatever it was matched below: the guide tells objects apart by it. */
  private unmuteWherever(rules: string, id: string): void {
    for (const name of this.table.keys()) {
      const [rule, object] = JSON.parse(name) as [string, string];
      if (rule === rules && object.split('/').at(-1) === id) this.table.delete(name);
    }
  }
}

function names({ rules, objects }: EvaluationPosition, rule: string | null, id: string | null): string[] {
  const object = id ?? objects?.join('/') ?? null;
  const named = rule ?? (rules.length > 0 ? rules.join('/') : null);
  if (named === null || object === null) return [];
  // a dotted rule with the current object: that object's full id goes with the slashed form
  const slashed = rule !== null && id === null && rule.includes('.') ? [key(rule.replaceAll('.', '/'), object)] : [];
  return [key(named, object), ...slashed];
}

function key(rule: string, object: string): string {
  return JSON.stringify([rule, object]);
}
