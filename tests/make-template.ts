/** `node tests/make-template.ts migrated|demo FOLDER` fills an empty data folder with the functions that `npm start` uses. */
import { pino } from 'pino';
import { readEnv } from '#server/core/env.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startServices } from '#server/process/start-services.ts';
import { imageStorage, type TemplateName } from './templates.ts';

const [name, folder = ''] = process.argv.slice(2) as [TemplateName, string?];
const env = readEnv({ DATA_DIR: folder, STORAGE_URL: imageStorage });
if (name === 'demo') {
  const { stop } = await startServices(env, pino({ level: 'error' }));
  await stop();
} else {
  const db = await openDatabase(env);
  await migrate(db);
  await db.close();
}
