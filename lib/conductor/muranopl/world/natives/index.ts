import type { NativeClass } from '../../types/native';
import { agent } from './agent';
import { agentListener } from './agent-listener';
import { heatStack } from './heat-stack';
import { project, user } from './identity';
import { instanceNotifier } from './instance-notifier';
import { metadefBrowser } from './metadef-browser';
import { mistralClient } from './mistral-client';
import { networkExplorer } from './network-explorer';
import { resources } from './resources';
import { statusReporter } from './status-reporter';

/** The native classes of the core library that touch the world; the language's own come with the language. */
export const WORLD_NATIVES: readonly NativeClass[] = [
  agent,
  agentListener,
  heatStack,
  instanceNotifier,
  metadefBrowser,
  mistralClient,
  networkExplorer,
  project,
  resources,
  statusReporter,
  user,
];
