/** An invocation by the names of its ends. */
export interface Named {
  op: string;
  /** `web#1`, or both ends of a relationship */
  ends: readonly string[];
  side?: string;
}

/** A pattern such as `n.lifecycle.create` or `a#2->b.relationship_lifecycle.unlink@source`, as steps use it. */
export class Reference {
  readonly operation: string;
  readonly side: string | undefined;
  /** the n-th invocation; any when left out */
  readonly nth: number | undefined;
  private readonly who: readonly string[];

  constructor(text: string) {
    const found = /^([^.[\]@]+)\.([^[\]@]+)(?:@(source|target))?(?:\[([1-9]\d*)\])?$/.exec(text);
    if (!found) throw new Error(`Not a reference: ${text}`);
    this.who = (found[1] as string).split('->');
    this.operation = found[2] as string;
    this.side = found[3];
    this.nth = found[4] === undefined ? undefined : Number(found[4]);
  }

  /** The nodes it is about, without numbers. */
  get nodes(): string {
    return this.who.map((one) => one.split('#')[0]).join('->');
  }

  covers({ op, ends, side }: Named): boolean {
    const isOperation = this.operation.endsWith('*')
      ? op.startsWith(this.operation.slice(0, -1))
      : op === this.operation;
    if (!isOperation || (this.side !== undefined && this.side !== side)) return false;
    if (this.who.length === 1 && this.who[0] === '*') return true;
    return (
      ends.length === this.who.length &&
      this.who.every((one, at) => one === '*' || one === ends[at] || one === ends[at]?.split('#')[0])
    );
  }
}
