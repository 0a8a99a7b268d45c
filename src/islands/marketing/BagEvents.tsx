import { useEffect, useState } from 'react';
import { askEvents, type MarketingEvent } from '#client/marketing/events.ts';
import { afterLoad, marketingStart } from '#client/marketing/starts.ts';
import { bagEvents, shownIn } from '#lib/marketing/bag-events.ts';
import { EventNote } from './EventNote.tsx';

/** The marketing events of the bag, on its page, in the dropdown and in the drawer (MKT-08, R26). Its place is kept. */
export function BagEvents() {
  const [events, setEvents] = useState<readonly MarketingEvent[]>([]);
  useEffect(() => {
    let isGone = false;
    const stop = afterLoad(marketingStart, async () => {
      const answer = await askEvents(bagEvents);
      if (!isGone) setEvents(shownIn('cart', answer));
    });
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <div className="events">
      {events.map((event) => (
        <EventNote key={event.title} event={event} />
      ))}
    </div>
  );
}
