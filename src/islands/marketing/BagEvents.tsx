import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterLoad, marketingDelay } from '#client/marketing/after-load.ts';
import { fetchEvents, type MarketingEvent, showEvent } from '#client/marketing/events.ts';
import { bagEvents, shownIn } from '#lib/marketing/event-names.ts';
import { noteIcons } from '#lib/marketing/note-icons.ts';

/** The marketing events of the bag, on its page, in the dropdown and in the drawer (MKT-08, R26). Its space is reserved. */
export function BagEvents() {
  const [events, setEvents] = useState<readonly MarketingEvent[]>([]);
  useEffect(() => {
    let isGone = false;
    const stop = afterLoad(marketingDelay, async () => {
      const answer = await fetchEvents(bagEvents);
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

/** A text note or a countdown (MKT-03, MKT-05), as components/ProductEvents.astro writes one. Without words it is not to be seen. */
export function EventNote({ event }: { event: MarketingEvent }) {
  const note = useRef<HTMLParagraphElement>(null);
  const isTimer = event.type === 3;
  const [words, setWords] = useState(isTimer ? '' : event.title);
  // Before it is painted: it has its look from the start.
  useLayoutEffect(() => showEvent(note.current!, event, setWords), [event]);
  const { iconClass = '' } = event.params;
  const icon = noteIcons[iconClass];
  return (
    <p
      className={`event-note ${iconClass}`.trim()}
      ref={note}
      {...(isTimer && { role: 'timer', 'aria-live': 'off' })}
    >
      {icon && (
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={icon} />
        </svg>
      )}
      <span>{words}</span>
    </p>
  );
}
