/** Services of blueprints: deployed and worked on as the lifecycle says, by plans on their machines. */
export { bringUp, hasBlueprints, hasGoing, isOfBlueprint, uninstallRemoved } from './deploy';
export { runBlueprintWorkflow } from './workflow';
