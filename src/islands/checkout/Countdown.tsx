import { useEffect, useRef, useState } from 'react';
import { type MarketingEvent, tellEvent } from '#client/marketing/events.ts';
import { countdownText, countdownWords } from '#lib/marketing/countdown.ts';
import { useAnnounced } from '../use-announced.ts';

/**
 * The marketing countdown of the checkout (CHK-21). A screen reader finds the time when it looks for it, and is told
 * once when it has run out, never at each tick.
 */
export function Countdown({ event }: { event: MarketingEvent }) {
  const { minutes = 0, countdownDisplay = '', endingTitle = '' } = event.params;
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({
    text: countdownWords(countdownDisplay, event.title, countdownText(minutes * 60_000)),
    isRunning: true,
    /** It ran on this page: what had ended before is not announced. */
    hasRun: false,
  });
  useEffect(
    () =>
      tellEvent(box.current!, event, (text, isRunning) =>
        setShown((before) => ({ text, isRunning, hasRun: before.hasRun || isRunning })),
      ),
    [event],
  );
  const { text, isRunning, hasRun } = shown;
  useAnnounced(isRunning || !hasRun ? '' : endingTitle);
  return (
    <div className="countdown" ref={box} hidden={!isRunning && endingTitle === ''}>
      {isRunning && (
        <span role="timer" aria-live="off">
          {text}
        </span>
      )}
      <span>{isRunning ? '' : endingTitle}</span>
    </div>
  );
}
