import { useEffect } from 'react';
import { announce } from '#client/page/announce.ts';

/** Says it in the page's one live region whenever it changes; '' is nothing to say. */
export function useAnnounced(message: string): void {
  useEffect(() => {
    if (message !== '') announce(message);
  }, [message]);
}
