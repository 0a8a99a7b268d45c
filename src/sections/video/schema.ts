import { z } from 'zod';
import { picture, text, title } from '../fields.ts';

/** A video hosted by the shop. Nothing loads before the shopper starts the video. */
export const schema = z.object({
  title,
  text,
  video: z
    .string()
    .max(2048)
    .regex(/^\/(?![/\\])[^?#\s]+\.(?:mp4|webm)$/, 'must be the path of an .mp4 or .webm file of this shop')
    .describe('Path of the video on this shop, such as /films/kiln.mp4.'),
  poster: picture.describe('Image shown until the video starts.'),
  captions: z
    .string()
    .max(2048)
    .regex(/^(|\/(?![/\\])[^?#\s]+\.vtt)$/, 'must be the path of a .vtt file of this shop')
    .default('')
    .describe('Path of the captions, a WebVTT file. Empty: no captions.'),
});
