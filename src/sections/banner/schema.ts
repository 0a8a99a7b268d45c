import { z } from 'zod';
import { eyebrow, linkText, linkTo, picture, title } from '../fields.ts';

/** Wide pictures with words, one after another (HOME-10 to HOME-18). */
export const schema = z.object({
  items: z
    .array(
      z.object({
        picture,
        pictureMobile: picture
          .optional()
          .describe('An upright picture for telephones, instead of the wide one.'),
        focus: z
          .enum(['start', 'center', 'end'])
          .default('center')
          .describe('The part of the picture that stays where it has to be cut.'),
        eyebrow,
        title,
        text: z
          .string()
          .max(400)
          .default('')
          .describe('A sentence or two; left out of banners of fixed height.'),
        link: linkTo,
        linkText,
        side: z.enum(['start', 'center', 'end']).default('start').describe('Where the words stand.'),
        ink: z.enum(['dark', 'light']).default('dark').describe('Colour of the words on the picture.'),
      }),
    )
    .min(1)
    .max(10)
    .describe('The slides. With one there is nothing to turn.'),
  height: z
    .enum(['auto', 'large', 'small'])
    .default('auto')
    .describe(
      'auto: as high as the picture. large: 300 px, 200 on telephones. small: 200 px, 150 on telephones.',
    ),
  autoplay: z.boolean().default(true).describe('Whether the slides turn by themselves.'),
  speed: z.number().min(1).max(60).optional().describe('Seconds a slide stays; 3 where it is not set.'),
});
