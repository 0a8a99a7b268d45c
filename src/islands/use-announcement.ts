import { useEffect } from 'react';
import { announce } from '#client/page/announce.ts';

/** Announces the message in the page's live region whenever it changes; '' announces nothing. */
export function useAnnouncement(message: string): void {
  useEffect(() => {
    if (message !== '') announce(message);
  }, [message]);
}
