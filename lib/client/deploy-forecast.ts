import { type ExpectedLoss, expectedLoss } from '@/lib/model/loss';
import { api } from './api';

/** A draft as it was looked at, and what deploying it would destroy. */
export interface DeployForecast {
  sessionId: string;
  revision: number;
  loss: ExpectedLoss;
}

/** Looks at a draft before it is deployed. A preview that cannot be had leaves the loss uncertain. */
export async function forecastDeploy(environmentId: string, sessionId: string): Promise<DeployForecast> {
  const at = `/environments/${environmentId}/sessions/${sessionId}` as const;
  const [diff, preview] = await Promise.all([api.get(`${at}/diff`), api.get(`${at}/preview`).catch(() => null)]);
  return { sessionId, revision: diff.revision, loss: expectedLoss(preview, diff) };
}
