/** Where in which document a call on services means: environment, draft and path below `/services`. */
export function serviceAddress({
  params,
  headers,
}: {
  params: { environmentId: string; path?: string[] };
  headers: { 'x-configuration-session'?: string | undefined };
}): { environmentId: string; sessionId: string | undefined; path: string[] } {
  return {
    environmentId: params.environmentId,
    sessionId: headers['x-configuration-session'],
    path: params.path ?? [],
  };
}
