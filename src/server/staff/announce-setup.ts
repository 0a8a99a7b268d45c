import type { Services } from '../core/services.ts';
import { readSetupLink } from './invites-store.ts';

/** Logs the link that creates the first owner, while the shop has none. */
export async function announceSetup(services: Services): Promise<void> {
  const url = await readSetupLink(services);
  if (url) services.log.info({ url }, 'admin setup link created');
}
