import { agent } from './agent';
import { clock } from './clock';
import { disk } from './disk';
import { machine } from './machine';
import { nameServer } from './name-server';
import { quota } from './quota';

/** The registry of what Vetro looks at by itself after a failure, in the order in which it is told: one line each. */
export const CHECKS = [machine, agent, nameServer, clock, disk, quota];
