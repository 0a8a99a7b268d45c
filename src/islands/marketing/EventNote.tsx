import { useEffect, useRef, useState } from 'react';
import { type MarketingEvent, tellEvent } from '#client/marketing/events.ts';
import { noteIcons } from '#lib/marketing/note-icons.ts';

/** A text note or a countdown (MKT-03, MKT-05), as components/ProductEvents.astro writes one. Without words it is not to be seen. */
export function EventNote({ event }: { event: MarketingEvent }) {
  const note = useRef<HTMLParagraphElement>(null);
  const isTimer = event.type === 3;
  const [words, setWords] = useState(isTimer ? '' : event.title);
  useEffect(() => tellEvent(note.current!, event, setWords), [event]);
  const { iconClass = '', fontDisplay: { color, bgColor, fontSize } = {} } = event.params;
  const icon = noteIcons[iconClass];
  return (
    <p
      className={`event-note ${iconClass}`.trim()}
      ref={note}
      style={{ color, backgroundColor: bgColor, fontSize }}
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
