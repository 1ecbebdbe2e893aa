'use client';
import { api } from './api';

/**
 * Asks for one password of a deployed service. The answer goes to whoever asked and nowhere else: it is no query, so
 * that no cache keeps it.
 *
 * @param property where it is in the service: `adminPassword`, `units.0.recoveryPassword`
 * @throws ApiProblem when it is refused
 */
export async function revealCredential(environmentId: string, serviceId: string, property: string): Promise<string> {
  const { value } = await api.post(`/environments/${environmentId}/services/${serviceId}/credentials/reveal`, {
    property,
  });
  return value;
}
