import type { Problem } from '@/lib/errors';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { NetworkView, ReportRequest, StackOutcome, StackState, StackUpdate } from '@/lib/ports/conductor';

/** A plan for the agent of a machine. */
export interface AgentRequest {
  /** id of the top object that the machine belongs to */
  readonly serviceId: string;
  /** id of the machine's object */
  readonly unitId: string;
  /** the machine's name */
  readonly host: string;
  readonly name: string;
  readonly plan: ExecutionPlan;
  /** full name of the package whose resources the plan is made of; undefined: unknown */
  readonly package?: string | undefined;
  /** in milliseconds; undefined: as long as the installation waits */
  readonly timeoutMs: number | undefined;
  /** false: the program goes on at once, and the run ends only when the agent has answered */
  readonly isAwaited: boolean;
}

export type AgentOutcome =
  | { readonly answered: true; readonly result: PlanResult; readonly effectId?: string }
  | { readonly answered: false; readonly problem: Problem; readonly effectId?: string };

/** Who deploys, and for whom. */
export interface Identity {
  readonly project: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string };
}

/** What native methods ask of the world, and what they are answered. */
export interface WorldProtocol {
  readStack: { asked: { stack: string }; answer: StackState | null };
  updateStack: { asked: { update: StackUpdate }; answer: StackOutcome };
  deleteStack: { asked: { stack: string }; answer: StackOutcome };
  networks: { asked: object; answer: NetworkView };
  plan: { asked: AgentRequest; answer: AgentOutcome | null };
  report: { asked: ReportRequest; answer: null };
  identity: { asked: object; answer: Identity };
}

type WorldKind = keyof WorldProtocol;

/** One thing asked of the world: `perform` in `drive.ts` answers it. */
export class WorldRequest<Kind extends WorldKind = WorldKind> {
  constructor(
    readonly kind: Kind,
    readonly asked: WorldProtocol[Kind]['asked'],
  ) {}
}

/** Any of them, told apart by `kind`. */
export type AnyRequest = { [Kind in WorldKind]: WorldRequest<Kind> }[WorldKind];

/** Asks the world and waits for its answer; to be used in a native method with `yield*`. */
export function* ask<Kind extends WorldKind>(
  kind: Kind,
  asked: WorldProtocol[Kind]['asked'],
): Generator<unknown, WorldProtocol[Kind]['answer'], unknown> {
  return (yield new WorldRequest(kind, asked)) as WorldProtocol[Kind]['answer'];
}
