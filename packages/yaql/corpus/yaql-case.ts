/** Options of a case; absent means the original's own choice. */
export interface YaqlOptions {
  readonly mode?: 'parse';
  readonly dialect?: string;
  readonly legacyParser?: boolean;
  readonly legacyFunctions?: boolean;
  readonly delegates?: boolean;
  readonly iterableDicts?: boolean;
  readonly limitIterators?: number;
  readonly memoryQuota?: number;
  readonly convertInputData?: boolean;
  readonly convertOutputData?: boolean;
  readonly convertTuplesToLists?: boolean;
  readonly convertSetsToLists?: boolean;
  /** further variables */
  readonly vars?: Readonly<Record<string, unknown>>;
  /** choices of the library other than the usual ones, by the names of the original */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What a case is answered: a result, or the class of an error and its sentence. */
export type YaqlAnswer = { readonly id: string } & (
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string; readonly message: string }
);

/** One recorded case. */
export interface YaqlCase {
  readonly id: string;
  readonly expression: string;
  readonly data?: unknown;
  readonly options: YaqlOptions;
}
