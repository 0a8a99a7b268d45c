/** What is shown of an add beside the bag, with its style; fetched when there is something to show (tell.ts). */
import { laterSheet } from '../later-sheet.ts';
import { showAddError } from './add-error.ts';
import address from './feedback.css?url';
import { showToast } from './toast.ts';

/** Resolves when its style is there. */
export async function readyFeedback() {
  await laterSheet(address);
  return { showToast, showAddError };
}
