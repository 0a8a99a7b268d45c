import { lostMessage } from '#client/announce.ts';
import { Notice } from './Notice.tsx';

/** Stands where a part of the bag would that could not be fetched. */
export function LostPart() {
  const message = lostMessage();
  return <Notice message={message}>{message}</Notice>;
}
