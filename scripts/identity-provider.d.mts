export function startIdentityProvider(options: {
  baseUrl: string;
  people: Record<string, Record<string, unknown>>;
}): Promise<{ issuer: string; client: { id: string; secret: string }; stop(): Promise<void> }>;
