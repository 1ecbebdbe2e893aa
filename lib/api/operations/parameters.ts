import { z } from 'zod';
import { IdSchema } from '@/lib/model/environment';

/** Path parameters and headers that several operations share. */
export const EnvironmentParams = z.object({ environmentId: IdSchema });
export const SessionParams = z.object({ environmentId: IdSchema, sessionId: IdSchema });
export const DeploymentParams = z.object({ environmentId: IdSchema, deploymentId: IdSchema });

const SESSION_HEADER = z
  .string()
  .max(64)
  .optional()
  .meta({ description: 'id of an open session of yours in this environment' });

/** Reads show the draft of this session instead of what is deployed. */
export const SessionHeader = z.object({ 'x-configuration-session': SESSION_HEADER });
