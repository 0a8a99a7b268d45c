import { useEffect, useRef } from 'react';
import { afterLoad, marketingStart } from '#client/marketing/starts.ts';
import { bagEvents, shownIn } from '#lib/marketing/bag-events.ts';
import { askEvents } from './ask.ts';
import { showNote } from './notes.ts';

/** The marketing events of the bag, on its page, in the dropdown and in the drawer (MKT-08, R26). Its place is kept. */
export function BagEvents() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let shown: (() => void)[] = [];
    let isGone = false;
    const stop = afterLoad(marketingStart, async () => {
      const events = await askEvents(bagEvents);
      if (isGone || !place.current) return;
      shown = shownIn('cart', events).map((event) => showNote(place.current!, event));
    });
    return () => {
      isGone = true;
      stop();
      for (const hide of shown) hide();
    };
  }, []);
  return <div className="events" ref={place} />;
}
