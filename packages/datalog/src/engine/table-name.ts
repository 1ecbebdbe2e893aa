import type { Atom, Modal } from '../syntax/ast';

/** Which table is meant, and which policy defines it. */
export interface TableName {
  /** whose rules define it */
  policy: string;
  /** the policy named in its head: of what an action executes or changes elsewhere, `execute[nova:stop(x)]` */
  of: string | null;
  table: string;
  modal: Modal | null;
}

/** The table of an atom in a rule of a policy. What is in a modal is defined where it stands, whatever it names. */
export function tableOf({ policy, table, modal }: Pick<Atom, 'policy' | 'table' | 'modal'>, own: string): TableName {
  return modal === null ? { policy: policy ?? own, of: null, table, modal } : { policy: own, of: policy, table, modal };
}

/** Equal for names of one table. */
export function keyOf({ policy, of, table, modal }: TableName): string {
  return JSON.stringify([policy, of, table, modal]);
}
