import type { OperationShape } from '../operation';
import { listServiceTypes, showOffer, showServiceType, showServiceTypeLogo } from './catalog';
import { revealCredentialOperation } from './credentials';
import { cancelDeploymentOperation, getDeploymentOperation, listDeploymentsOperation } from './deployments';
import {
  createEnvironmentOperation,
  deleteEnvironmentOperation,
  getEnvironmentOperation,
  lastStatusOperation,
  listEnvironmentsOperation,
  renameEnvironmentOperation,
} from './environments';
import { followTenantOperation, listEventsOperation } from './events';
import { describeApi, showMe, showVersion } from './general';
import { compareVersionsOperation, listActivityOperation, listHistoryOperation, rollBackOperation } from './history';
import {
  issueToken,
  listProjects,
  revokeToken,
  showIdentityVersion,
  showIdentityVersions,
  validateToken,
} from './identity';
import { previewDeletionOperation, previewSessionOperation } from './previews';
import {
  addBelowServiceOperation,
  addServicesOperation,
  changeServiceOperation,
  listServicesOperation,
  readServiceOperation,
  removeAllServicesOperation,
  removeServiceOperation,
  replaceServicesOperation,
} from './services';
import {
  deploySessionOperation,
  diffSessionOperation,
  discardSessionOperation,
  getSessionOperation,
  listSessionsOperation,
  openSessionOperation,
  reapplySessionOperation,
  revertChangeOperation,
} from './sessions';
import { addFaultOperation, listFaultsOperation, removeFaultOperation } from './simulation';
import {
  checkImportOperation,
  cloneEnvironmentOperation,
  deleteTemplateOperation,
  deployTemplateOperation,
  exportEnvironmentOperation,
  getTemplateOperation,
  importEnvironmentOperation,
  listTemplatesOperation,
  saveTemplateOperation,
} from './templates';

/** Every operation of the HTTP API: what `/openapi.json` and `GET /v1` are written from. */
export const operations: OperationShape[] = [
  showVersion,
  describeApi,
  showMe,
  showIdentityVersions,
  showIdentityVersion,
  issueToken,
  validateToken,
  revokeToken,
  listProjects,
  listEnvironmentsOperation,
  createEnvironmentOperation,
  getEnvironmentOperation,
  renameEnvironmentOperation,
  deleteEnvironmentOperation,
  previewDeletionOperation,
  lastStatusOperation,
  openSessionOperation,
  listSessionsOperation,
  getSessionOperation,
  discardSessionOperation,
  deploySessionOperation,
  diffSessionOperation,
  previewSessionOperation,
  reapplySessionOperation,
  revertChangeOperation,
  listServicesOperation,
  addServicesOperation,
  replaceServicesOperation,
  removeAllServicesOperation,
  readServiceOperation,
  addBelowServiceOperation,
  changeServiceOperation,
  removeServiceOperation,
  revealCredentialOperation,
  listDeploymentsOperation,
  getDeploymentOperation,
  cancelDeploymentOperation,
  listHistoryOperation,
  compareVersionsOperation,
  rollBackOperation,
  listActivityOperation,
  listEventsOperation,
  followTenantOperation,
  listServiceTypes,
  showServiceType,
  showServiceTypeLogo,
  showOffer,
  listTemplatesOperation,
  saveTemplateOperation,
  getTemplateOperation,
  deleteTemplateOperation,
  deployTemplateOperation,
  exportEnvironmentOperation,
  cloneEnvironmentOperation,
  checkImportOperation,
  importEnvironmentOperation,
  listFaultsOperation,
  addFaultOperation,
  removeFaultOperation,
];
