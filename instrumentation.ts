/** Called by Next once for each server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ startProcess }, { registerServer }] = await Promise.all([
    import('./lib/container/start'),
    import('./lib/api/server/product-server'),
  ]);
  try {
    registerServer(await startProcess());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
