/** Settings of advertising services, and the part of them that pages receive (R77, R122, TRK-01, TRK-19). */
import { z } from 'zod';
import { tags } from '../cache/tags.ts';
import type { Env } from '../core/env.ts';
import type { Context } from '../core/handler.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting, type SettingValue } from '../settings/store.ts';

export const consentSchema = z
  .enum(['ask', 'implied'])
  .describe(
    'ask: send nothing to advertising services before the visitor agrees. implied: send until the visitor declines.',
  );

const pixelId = (form: RegExp, expectedFormat: string) =>
  z.string().trim().regex(form, `must be ${expectedFormat}`).optional();

/** Pixel ids in the format that the services display; a service without an id is off. */
export const pixelSettings = z.strictObject({
  meta: pixelId(/^\d{8,20}$/, 'the digits of a Meta pixel').describe('Id of a Meta pixel.'),
  tiktok: pixelId(/^[A-Z0-9]{12,32}$/, 'the id of a TikTok pixel, capitals and digits').describe(
    'Id of a TikTok pixel.',
  ),
  google: pixelId(
    /^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/,
    'a Google tag such as G-ABC1234567 or AW-123456789',
  ).describe('Google tag, such as G-ABC1234567.'),
  pinterest: pixelId(/^\d{8,20}$/, 'the digits of a Pinterest tag').describe('Id of a Pinterest tag.'),
  snapchat: pixelId(
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    'the id of a Snap pixel, in five groups',
  ).describe('Id of a Snap pixel.'),
});
export type Pixels = SettingValue<typeof pixelSettings>;

/** Services to which the server sends conversions directly. */
export type ConversionService = 'meta' | 'tiktok';

export async function readPixels(db: Queryable): Promise<Pixels> {
  return (await readSetting(db, 'pixels', pixelSettings)) ?? {};
}

/** Returns the services that have both a pixel id and a server-side access token. */
export function conversionServices(env: Env, pixels: Pixels): ConversionService[] {
  const keys = { meta: env.META_CONVERSIONS_TOKEN, tiktok: env.TIKTOK_CONVERSIONS_TOKEN };
  return (['meta', 'tiktok'] as const).filter((service) => keys[service] && pixels[service]);
}

/** Returns the advertising settings that pages need; null if no service is configured. */
export async function readAdvertisingSettings({ services, tag }: Context) {
  tag(tags.setting('consent'), tags.setting('pixels'));
  const { read } = services.db;
  const [pixels, consent] = await Promise.all([
    readPixels(read),
    readSetting(read, 'consent', consentSchema),
  ]);
  if (Object.keys(pixels).length === 0) return null;
  return {
    consent: consent ?? ('ask' as const),
    pixels,
    conversions: conversionServices(services.env, pixels),
  };
}
