import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterLoad, marketingDelay } from '#client/marketing/after-load.ts';
import { fetchEvents, type MarketingEvent, showMarketingEvent } from '#client/marketing/events.ts';
import { bagEvents, filterEventsByPage } from '#lib/marketing/event-names.ts';
import { noteIcons } from '#lib/marketing/note-icons.ts';

/** Renders the bag's marketing events on the bag page, in the dropdown and in the drawer, in reserved space (MKT-08, R26). */
export function BagEvents() {
  const [events, setEvents] = useState<readonly MarketingEvent[]>([]);
  useEffect(() => {
    let isCancelled = false;
    const stop = afterLoad(marketingDelay, async () => {
      const answer = await fetchEvents(bagEvents);
      if (!isCancelled) setEvents(filterEventsByPage('cart', answer));
    });
    return () => {
      isCancelled = true;
      stop();
    };
  }, []);
  return (
    <div className="events">
      {events.map((event) => (
        <EventMessage key={event.title} event={event} />
      ))}
    </div>
  );
}

/**
 * Renders a marketing message or countdown (MKT-03, MKT-05) in the same way as components/ProductEvents.astro. It is invisible
 * while it has no text.
 */
export function EventMessage({ event }: { event: MarketingEvent }) {
  const note = useRef<HTMLParagraphElement>(null);
  const isTimer = event.type === 3;
  const [text, setText] = useState(isTimer ? '' : event.title);
  // Uses a layout effect, so that the message has its style before the first paint.
  useLayoutEffect(() => showMarketingEvent(note.current!, event, setText), [event]);
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
      <span>{text}</span>
    </p>
  );
}
