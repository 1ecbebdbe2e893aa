/** What a cloud can tell and do for whoever administers an installation; a driver has what its cloud allows. */

/** How much of the cloud one tenant may use, or uses. */
export interface Quota {
  machines: number;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** addresses at which something is reached from outside of its network */
  publicAddresses: number;
  /** networks of its own, beside those that the cloud has for everybody */
  networks: number;
}

/** What a tenant without anything uses. */
export const NOTHING_USED: Quota = { machines: 0, vcpus: 0, memoryMb: 0, diskGb: 0, publicAddresses: 0, networks: 0 };

/** The shares of the tenants, where the cloud counts them itself; who changes a limit stores it in `tenant_quotas`. */
export interface Quotas {
  /** what a tenant without a limit of its own may use */
  readonly defaults: Quota;
  /** what each tenant uses now; one that uses nothing is missing */
  used(): Promise<Map<string, Quota>>;
}

/** A machine that should work and does not. */
export interface TroubledMachine {
  tenantId: string;
  host: string;
  /** the name of the stack that it is in */
  stack: string;
  /** failed: it never came up; silent: its agent took a plan and never answered, nor has it answered since */
  state: 'failed' | 'silent';
  since: Date;
}

export interface CloudHealth {
  /** whether somebody carries the cloud: operations go on, agents are heard */
  ok: boolean;
  /** operations on stacks that are not over */
  operations: number;
  oldestOperationAt: Date | null;
  /** machines that exist */
  machines: number;
  troubled: TroubledMachine[];
}
