/** Where an environment is read: as deployed, or one's own draft. */
export interface ReadAddress {
  environmentId: string;
  /** from the header X-Configuration-Session: shows that session's draft instead of what is deployed */
  sessionId: string | undefined;
}
