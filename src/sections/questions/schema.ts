import { z } from 'zod';
import { title } from '../fields.ts';

export const schema = z.object({
  title,
  items: z
    .array(
      z.object({
        question: z.string().min(1).max(200).describe('The question, plain text.'),
        answer: z.string().min(1).max(2000).describe('The answer, plain text.'),
      }),
    )
    .min(1)
    .max(30)
    .describe('Questions with their answers.'),
});
