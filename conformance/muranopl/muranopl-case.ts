import type { ClassConfigs } from '@/lib/model/class-configs';

/** A class file of a case. */
export interface CaseClassFile {
  readonly file: string;
  readonly yaml: string;
}

export interface CasePackage {
  readonly name: string;
  readonly version: string;
  readonly runtimeVersion: string;
  readonly requires?: Readonly<Record<string, string>>;
  readonly classes: readonly CaseClassFile[];
  readonly classConfigs?: ClassConfigs;
  /** methods whose name begins with `test` may be called from outside */
  readonly publicTestMethods?: boolean;
}

/** A function of the host: what it appends to the trace, whether it gives way, what it throws. */
export interface CaseHostFunction {
  readonly trace?: unknown;
  readonly yield?: boolean;
  readonly raise?: { readonly class: string; readonly message: string };
}

export interface CaseStep {
  readonly op: 'load' | 'call' | 'serialize' | 'serializeResult' | 'schema' | 'gc' | 'finalize' | 'fixture';
  readonly runner?: string;
  readonly model?: unknown;
  readonly on?: { readonly id?: string; readonly class?: string } | null;
  readonly method?: string;
  readonly args?: readonly unknown[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly preserveException?: boolean;
  readonly step?: number;
  readonly allowRefs?: boolean;
  readonly class?: string;
  readonly select?: readonly string[];
}

/** One case of the suite: packages, and what is done with them. */
export interface MuranoCase {
  readonly id: string;
  readonly suite?: string;
  readonly module?: string;
  readonly packages: readonly CasePackage[];
  readonly coreRuntimeVersion?: string;
  readonly host?: Readonly<Record<string, CaseHostFunction>>;
  readonly steps: readonly CaseStep[];
}
