/**
 * Loaded into a shop before it starts: answers its popups from the setting `popups`, where no handler of the shop does yet.
 */
import { z } from 'zod';
import { handlers } from '#server/api/routes.ts';
import { tags } from '#server/cache/tags.ts';
import type { Handlers } from '#server/core/handler.ts';
import { readSetting } from '#server/settings/store.ts';

const rows: Handlers = {
  'GET /api/v1/normal-popups': async (_, { services, tag }) => {
    tag(tags.setting('popups'));
    return (await readSetting(services.db.read, 'popups', z.array(z.any()))) ?? [];
  },
  'GET /api/v1/popups': async () => [],
};
Object.assign(handlers, { ...rows, ...handlers });
