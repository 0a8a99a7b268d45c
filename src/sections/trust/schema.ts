import { z } from 'zod';
import { title } from '../fields.ts';

/** The shop's trust badges side by side, from the trust settings. */
export const schema = z.object({ title });
