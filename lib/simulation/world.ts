import type { Json, JsonObject } from '@/lib/model/json';

/** What may be otherwise about a machine than descriptions expect: expressions find it as they find facts. */
export interface MachineConditions {
  /** whether what is installed on it is of a smaller edition */
  smallEdition: boolean;
  /** whether its system has no desktop, as Server Core */
  withoutDesktop: boolean;
  /** what the pages of applications answer with, a status of HTTP; null: as they should */
  pageStatus: number | null;
  /** whether a part of what it fetches, as a submodule of git, is refused */
  partRefused: boolean;
}

const USUAL: MachineConditions = { smallEdition: false, withoutDesktop: false, pageStatus: null, partRefused: false };

/** A machine as descriptions see it. */
export interface SimulatedMachine {
  id: string;
  hostname: string;
  address: string;
  /** what it has in common with the machines of its environment alone; null where nobody tells them apart */
  environment?: string | null;
  /** by how much its clock is ahead of what time it is, in seconds */
  clockOffset: number;
  /** what is otherwise about it than usual; nothing when left out */
  conditions?: Partial<MachineConditions>;
  /** what it knows */
  facts: JsonObject;
}

/** A machine as expressions see it: what it knows, and which one it is. */
export function recordOf({
  id,
  hostname,
  address,
  environment = null,
  clockOffset,
  conditions = {},
  facts,
}: SimulatedMachine): JsonObject {
  return { ...facts, id, hostname, address, environment, clockOffset, ...USUAL, ...conditions };
}

/** Something that a machine may be asked: NetBIOS names at udp 137, a web server at tcp 80. */
export interface ListeningPort {
  protocol: 'tcp' | 'udp';
  port: number;
}

/** What descriptions ask of whoever carries the machines. */
export interface World {
  /**
   * The other machines on the network that are up.
   *
   * @param port only those that let this one in there; null: all of them
   */
  machines(port: ListeningPort | null): Promise<SimulatedMachine[]>;
  /** a salted hash of a password */
  hash(password: string): Promise<string>;
  /** whether a password is the one that a hash was made of */
  verifies(password: string, hash: string): Promise<boolean>;
  /** an id that nothing else has */
  newId(): string;
  /** SHA-1 in hexadecimal */
  sha1(text: string): string;
}

/** A world in which a command also changes what other machines know. */
export interface ChangeableWorld extends World {
  /**
   * Changes what another machine of the network knows, as it is at that moment.
   *
   * @param facts what to give it, made of what it knows then
   */
  change(id: string, facts: (there: SimulatedMachine) => Promise<Record<string, Json>>): Promise<void>;
}

/** What a command ends with that fails: the exception's type and its words. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly type = 'System.Management.Automation.RuntimeException',
  ) {
    super(message);
    this.name = 'CommandFailure';
  }
}
