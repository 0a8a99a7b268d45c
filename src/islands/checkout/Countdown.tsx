import { useEffect, useRef, useState } from 'react';
import { type MarketingEvent, showMarketingEvent } from '#client/marketing/events.ts';
import { countdownMessage, countdownText } from '#lib/marketing/countdown.ts';
import { useAnnouncement } from '../use-announcement.ts';

/**
 * Renders the marketing countdown of the checkout (CHK-21). Screen readers can read the remaining time at any moment; the end is
 * announced once, and the ticks are not announced.
 */
export function Countdown({ event }: { event: MarketingEvent }) {
  const { minutes = 0, countdownDisplay = '' } = event.params;
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({
    text: countdownMessage(countdownDisplay, event.title, countdownText(minutes * 60_000)),
    isRunning: true,
    /** True if the countdown was running on this page; a countdown that had already ended is not announced. */
    hasRun: false,
  });
  useEffect(
    () =>
      showMarketingEvent(
        box.current!,
        event,
        (text, isRunning) => setShown((before) => ({ text, isRunning, hasRun: before.hasRun || isRunning })),
        true,
      ),
    [event],
  );
  const { text, isRunning, hasRun } = shown;
  useAnnouncement(!isRunning && hasRun ? text : '');
  return (
    <div className="countdown" ref={box} hidden={!isRunning && text === ''}>
      {isRunning && (
        <span role="timer" aria-live="off">
          {text}
        </span>
      )}
      <span>{isRunning ? '' : text}</span>
    </div>
  );
}
