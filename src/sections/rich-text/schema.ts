import { z } from 'zod';
import { linkText, linkTo, tone } from '../fields.ts';

/** A title with paragraphs, or with short facts side by side. Plain text only; formatted text belongs on a page. */
export const schema = z.object({
  title: z.string().max(200).default('').describe('Title. Empty: no title.'),
  paragraphs: z.array(z.string().max(2000)).max(20).default([]).describe('Paragraphs, plain text.'),
  link: linkTo,
  linkText,
  facts: z
    .array(
      z.object({
        title: z.string().max(80).describe('Title of the fact.'),
        text: z.string().max(300).describe('Text of the fact.'),
      }),
    )
    .max(6)
    .default([])
    .describe('Short facts side by side, below the text.'),
  tone,
});
