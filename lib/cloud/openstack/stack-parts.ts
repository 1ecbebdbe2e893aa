import type { Secrets } from '@/lib/cloud/kernel/secrets';
import type { CloudScope, StackContent, StackRefusal } from '@/lib/ports/cloud/cloud';
import type { OpenStackAgents } from './agents';
import type { HeatStack } from './heat';
import type { OpenStackProject } from './project';

/** What the driver of stacks is made of. */
export interface StackDriverParts {
  /** the project as a tenant reaches it */
  projectOf: (scope: CloudScope) => OpenStackProject;
  secrets: Secrets;
  /** what templates are given that declare such a parameter and that nobody gave another value: the cloud's own names */
  givenParameters: Readonly<Record<string, string>>;
  /** name or id of the network that public addresses are of; null: the only one that leads outside */
  publicNetwork: string | null;
  /** between two looks at a stack under way, in milliseconds */
  pollMs: number;
  /** what machines are told of their agents; null: nothing */
  agents: Pick<OpenStackAgents, 'withAgents' | 'removeStaleAgents'> | null;
}

/** What the requests and the observation of stacks share. */
export interface OpenStackStacks extends StackDriverParts {
  /** the stack of a tenant by its name; null: there is none, or it is another tenant's */
  find(scope: CloudScope, name: string, signal?: AbortSignal): Promise<HeatStack | null>;
  /** what Heat gets: opened, with what the cloud's settings say of its names; or why it lacks one of them */
  opened(scope: CloudScope, content: StackContent): Promise<StackContent | StackRefusal>;
}
