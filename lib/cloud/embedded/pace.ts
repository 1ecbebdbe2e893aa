import type { Pace } from '@/lib/ports/cloud/simulation';
import type { MachineSimulation } from '@/lib/simulation';
import { secondsFor } from './machines/agent';
import { REBOOT_SECONDS } from './machines/reboot';
import { ACTIVE_AFTER_SECONDS, BOOT_SECONDS } from './resources/server';

/** A network, an address and what stands before a machine, one made from the other. */
const RESOURCE_SECONDS = 3;

/**
 * How long simulated machines take.
 *
 * @param timeScale 1 is the speed of the demo, 0 takes no time
 */
export function paceOf(timeScale: number, simulation: MachineSimulation): Pace {
  const ms = (seconds: number) => seconds * 1000 * timeScale;
  return {
    machineMs: ms(ACTIVE_AFTER_SECONDS),
    bootMs: ms(BOOT_SECONDS),
    restartMs: ms(REBOOT_SECONDS),
    resourceMs: ms(RESOURCE_SECONDS),
    commandMs: (name, from) => ms(secondsFor({ Name: name }, simulation, from)),
  };
}
