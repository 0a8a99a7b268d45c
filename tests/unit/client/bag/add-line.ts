import { addLines } from '#client/bag/actions.ts';
import type { NewLine } from '#lib/bag/line.ts';

export const addLine = (line: NewLine) => addLines([line]);
