import type { CallFrame } from '../execution/execution';
import type { MuranoObject } from '../objects/murano-object';
import type { MuranoType } from '../types/murano-type';

/** For whom a contract is run. */
export interface ContractScope {
  /** code of the class that declares the contract; `$this` is its object */
  readonly frame: CallFrame;
  /** who owns the objects that are made of dicts; undefined: nobody */
  readonly owner: MuranoObject | undefined;
  /** the class whose code gave the value: types in it are named as it names them */
  readonly callerType: MuranoType | undefined;
  /** whether the value must be right as it is: one that a nearer declaration has converted, a choice of overloads */
  readonly isCheck?: boolean;
}

/** Runs a part of a contract on a value. */
export type Transform = (value: unknown, scope: ContractScope) => unknown;

/** A contract, made ready to run. */
export interface Contract {
  /** Checks and converts a value. Throws ContractViolationException, which begins with what `owner` says. */
  transform(value: unknown, scope: ContractScope, owner: () => string): unknown;
  /** the same for contracts that hang on the value alone and cannot wait */
  readonly quick: ((value: unknown, owner: () => string, isCheck?: boolean) => unknown) | undefined;
}
