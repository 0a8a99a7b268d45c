import { addLines } from '#client/bag/actions.ts';
import type { NewLine } from '#lib/bag/line.ts';

/** Puts one line into the bag of the page. */
export const addLine = (line: NewLine) => addLines([line]);
