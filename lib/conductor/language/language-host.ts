import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { LanguageEnd, LanguageTask } from './language';

/** How whoever asked for a task ends it. */
export interface StopRequest {
  /** fires when `isDue` may have become true */
  readonly signal: AbortSignal;
  /** Whether the task is to end now, with what it has reached. Asked as well whenever an effect was answered. */
  isDue(): boolean;
}

/** The place among the runs of a process that a task takes up while it computes. */
export interface TaskPlace {
  /**
   * Offers the place to others, as long as the task only waits for the world.
   *
   * @param onTaken called when it is lost: the task is to be put down
   * @returns takes the offer back
   */
  offer(onTaken: () => void): () => void;
  /** Waits for a place again after it was lost. */
  regain(): Promise<void>;
}

/** A task with what it is carried out with, for a host to run. */
export interface HostedTask extends LanguageTask {
  packages: LoadedPackages;
  effects: Effects;
  stop: StopRequest;
  /** fires when nobody waits for the end of the task any more: it is dropped where it stands */
  abandoned?: AbortSignal;
  /** the place that it may give up while it waits; it keeps its worker to the end when left out */
  place?: TaskPlace;
}

/** Where the programs of packages run. */
export interface LanguageHost {
  /**
   * Carries a task out in every language that its packages speak.
   *
   * @returns the end, also of a task that was stopped: then it is `cancelled`, with what it had reached
   * @throws VetroError (language) what the program or a ceiling it met says, `memory_exceeded` when it took too much
   *   memory; whatever an effect rejects with
   */
  run(task: HostedTask): Promise<LanguageEnd>;
  /** Drops every task that goes on. */
  close(): Promise<void>;
}
