/**
 * What packages say about simulated machines: how long a command takes, what it answers, when it fails, what machines
 * know afterwards, and the pages that they serve (docs/simulation.md). Pure: whoever carries the machines is asked for
 * everything else (`World`).
 */
export { isBlank, missingParameters, unknownParameter } from './arguments';
export type { Command } from './command';
export { compileSimulation, type MachineSimulation, type SimulatedPackage } from './compile';
export type { SimulationDescription } from './description';
export { restarted, withFacts } from './facts';
export type { Page, PageContent, PageSection } from './page';
export type { PromiseReading } from './promise';
export { readSimulation, SIMULATION_FILE } from './read-description';
export {
  type ChangeableWorld,
  CommandFailure,
  type ListeningPort,
  type MachineConditions,
  type SimulatedMachine,
  type World,
} from './world';
