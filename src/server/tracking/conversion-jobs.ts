/** Forwards conversions to advertising services, with retries until a service accepts or rejects the event. */
import { z } from 'zod';
import { defineJobHandler, type JobHandlers } from '../queue/job.ts';
import { endConversion, readPendingConversion } from './conversions-store.ts';
import { sendToMeta } from './meta.ts';
import { conversionServices, readPixels } from './pixel-settings.ts';
import { ConversionRejectedError } from './post-conversion.ts';
import { sendToTiktok } from './tiktok.ts';
import { hasViews } from './visitor-store.ts';

const senders = { meta: sendToMeta, tiktok: sendToTiktok };

export const conversionJob = 'conversion';
const conversionPayload = z.object({
  service: z.enum(['meta', 'tiktok']),
  eventId: z.string(),
  /** Session that must have page views as proof of the event; null if the event needs no such proof. */
  session: z.string().nullish(),
});
export type ConversionPayload = z.input<typeof conversionPayload>;

export const conversionJobHandlers: JobHandlers = {
  [conversionJob]: defineJobHandler(
    conversionPayload,
    async ({ service, eventId, session }, { services, signal }) => {
      const event = await readPendingConversion(services.db.read, service, eventId);
      if (!event) return;
      if (session && !(await hasViews(services.db.read, session))) {
        return endConversion(services.db.write, service, eventId, 'refused');
      }
      const pixels = await readPixels(services.db.read);
      const pixel = pixels[service];
      // Drop the event: the merchant has turned off the service in the meantime.
      if (!pixel || !conversionServices(services.env, pixels).includes(service)) {
        return endConversion(services.db.write, service, eventId, 'refused');
      }
      try {
        await senders[service](services, pixel, event, signal);
      } catch (error) {
        if (!(error instanceof ConversionRejectedError)) throw error;
        services.log.warn({ service, reason: error.message }, 'conversion rejected');
        return endConversion(services.db.write, service, eventId, 'refused');
      }
      // After a crash before this line, the event is sent again; the service counts each event_id only once.
      await endConversion(services.db.write, service, eventId, 'sent');
    },
    { atOnce: 4 },
  ),
};
