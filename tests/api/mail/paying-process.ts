/** A process that settles a payment and is killed at once. Arguments: the capture as JSON, the shop's time. */
import { openDatabase } from '#server/db/open-database.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { makeWorld } from '../harness/services.ts';

const [capture = '', now = '0'] = process.argv.slice(2);
const env = Object.fromEntries(
  ['DATA_DIR', 'DATABASE_URL'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
) as { DATA_DIR: string; DATABASE_URL?: string };
const { services } = makeWorld(await openDatabase(env), env, Number(now));
await settleCapturedPayment(services, JSON.parse(capture));
process.kill(process.pid, 'SIGKILL');
