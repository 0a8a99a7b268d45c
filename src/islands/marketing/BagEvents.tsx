import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { askEvents, type MarketingEvent, tellEvent } from '#client/marketing/events.ts';
import { afterLoad, marketingStart } from '#client/marketing/starts.ts';
import { bagEvents, shownIn } from '#lib/marketing/event-names.ts';
import { noteIcons } from '#lib/marketing/note-icons.ts';

/** The marketing events of the bag, on its page, in the dropdown and in the drawer (MKT-08, R26). Its space is reserved. */
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

/** A text note or a countdown (MKT-03, MKT-05), as components/ProductEvents.astro writes one. Without words it is not to be seen. */
export function EventNote({ event }: { event: MarketingEvent }) {
  const note = useRef<HTMLParagraphElement>(null);
  const isTimer = event.type === 3;
  const [words, setWords] = useState(isTimer ? '' : event.title);
  // Before it is painted: it has its look from the start.
  useLayoutEffect(() => tellEvent(note.current!, event, setWords), [event]);
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
