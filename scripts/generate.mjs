// Writes the typed database client. The schema engine is not needed for that, but Prisma's command
// wants to download it: pointing it at any executable keeps it from trying.
import { spawnSync } from 'node:child_process';

const made = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
  encoding: 'utf8',
});
if (made.status !== 0) {
  process.stderr.write(made.stdout + made.stderr);
  process.exit(made.status ?? 1);
}
