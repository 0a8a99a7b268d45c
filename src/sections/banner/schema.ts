import { z } from 'zod';
import { eyebrow, linkText, linkTo, picture, slideSeconds, title } from '../fields.ts';

/** Slides with a wide image and text (HOME-10 to HOME-18). */
export const schema = z.object({
  items: z
    .array(
      z.object({
        picture,
        pictureMobile: picture.optional().describe('Upright image for phones, instead of the wide one.'),
        focus: z
          .enum(['start', 'center', 'end'])
          .default('center')
          .describe('Part of the image that stays visible where it is cropped.'),
        eyebrow,
        title,
        text: z
          .string()
          .max(400)
          .default('')
          .describe('One or two sentences. Banners of fixed height do not show it.'),
        link: linkTo,
        linkText,
        side: z.enum(['start', 'center', 'end']).default('start').describe('Position of the text.'),
        ink: z.enum(['dark', 'light']).default('dark').describe('Colour of the text on the image.'),
      }),
    )
    .min(1)
    .max(10)
    .describe('The slides. One slide has no controls.'),
  height: z
    .enum(['auto', 'large', 'small'])
    .default('auto')
    .describe(
      'auto: as high as the image. large: 300 px, on phones 200 px. small: 200 px, on phones 150 px.',
    ),
  autoplay: z.boolean().default(true).describe('true: the slides change automatically.'),
  speed: slideSeconds.describe('How long each slide is shown, s. Not set: 3.'),
});
