import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { MachineContext } from '@/lib/cloud/kernel/machines/machine-context';
import type { Simulations } from './machines/simulations';

/** What simulated machines work with besides. */
export interface SimulatedKernel extends Kernel {
  /** what machines do with the commands of packages */
  simulations: Simulations;
}

/** What the loop of a simulated machine works with. */
export interface SimulatedMachineContext extends MachineContext {
  kernel: SimulatedKernel;
}
