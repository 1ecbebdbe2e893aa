/**
 * Action-aware software components: what configs and deployments are, which config an action applies, and what comes of
 * it. Pure. See docs/software-components.md.
 */
export {
  componentConfigs,
  configFor,
  EMPTY_CONFIG,
  readConfig,
  type SoftwareConfig,
  sharedActions,
} from './config';
export {
  beginDeployment,
  type Deployment,
  type DerivedConfig,
  deploymentAttributes,
  failureOf,
  isWanted,
  MissingInput,
  NEW_DEPLOYMENT,
  pickedRun,
  replacesDeployment,
  signalDeployment,
} from './deployment';
export { configPlan, configText, PLAN_TOOL, planSignal } from './plan-tool';
export {
  accountOptionProblems,
  componentProblems,
  deploymentProblems,
  SOFTWARE_RESOURCE_TYPES,
  type SoftwareResourceType,
} from './resource-types';
