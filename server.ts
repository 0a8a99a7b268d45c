/** Production entry point (`npm start`): runs one process, or a primary that supervises WORKERS processes. */
import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { readEnv } from './src/server/core/env.ts';
import { UnusableDatabaseError } from './src/server/db/reachable.ts';
import { FileError } from './src/server/shop/file-error.ts';

// Node runs the TypeScript sources directly; the compile cache halves the startup time.
enableCompileCache('node_modules/.cache/atoll');
process.env.NODE_ENV = 'production';
const env = readEnvOrEnd();
try {
  await run();
} catch (error) {
  if (!(error instanceof UnusableDatabaseError || error instanceof FileError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function run(): Promise<void> {
  if (cluster.isPrimary) {
    const { runPrimary } = await import('./src/server/process/primary.ts');
    await runPrimary(env);
  } else {
    const { runClusterWorker } = await import('./src/server/process/cluster-worker.ts');
    await runClusterWorker(env);
  }
}

function readEnvOrEnd() {
  try {
    return readEnv(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
