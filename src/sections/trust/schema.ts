import { z } from 'zod';
import { title } from '../fields.ts';

/** The shop's trust badges side by side, as the trust settings say them. */
export const schema = z.object({ title });
