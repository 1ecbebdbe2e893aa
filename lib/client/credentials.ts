'use client';
import { api } from './api';

interface CredentialResponse {
  property: string;
  value: string;
}

/**
 * Asks for one password of a deployed service. The answer goes to whoever asked and nowhere else: it is no query, so
 * that no cache keeps it.
 *
 * @param property where it is in the service: `adminPassword`, `units.0.recoveryPassword`
 * @throws ApiProblem when it is refused
 */
export async function revealCredential(environmentId: string, serviceId: string, property: string): Promise<string> {
  const path = `/environments/${environmentId}/services/${serviceId}/credentials/reveal`;
  return (await api.post<CredentialResponse>(path, { property })).value;
}
