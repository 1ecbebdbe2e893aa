import type { OperationShape } from '../operation';
import { describeApi, showMe, showVersion } from './general';
import {
  issueToken,
  listProjects,
  revokeToken,
  showIdentityVersion,
  showIdentityVersions,
  validateToken,
} from './identity';

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
];
