import { useEffect, useRef, useState } from 'react';
import { session } from '#client/storage.ts';
import {
  countdownLeft,
  countdownStatus,
  countdownText,
  countdownTick,
  countdownTime,
  countdownWords,
} from '#lib/marketing/countdown.ts';
import { useAnnounced } from '../use-announced.ts';
import type { MarketingEvent } from './types.ts';

/**
 * The marketing countdown of the checkout (CHK-21). A screen reader finds the time when it looks for it, and is told
 * once when it has run out, never at each tick.
 */
export function Countdown({ event }: { event: MarketingEvent }) {
  const { minutes = 0, countdownDisplay = '', endingTitle = '', fontDisplay } = event.params;
  const [left, setLeft] = useState(countdownTime(minutes));
  const [isCalm, setIsCalm] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** It ran on this page: what had ended before is not announced. */
  const hasRun = useRef(false);

  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setIsCalm(calm);
    const update = () => {
      const now = countdownLeft(session, event.event, minutes, Date.now());
      setLeft(now);
      hasRun.current ||= countdownStatus(now) === 2;
      if (countdownStatus(now) === 3) clearInterval(timer);
    };
    const timer = setInterval(update, calm ? 1000 : countdownTick);
    update();
    return () => clearInterval(timer);
  }, [event.event, minutes]);

  useEffect(() => {
    // Set here, not in the HTML: the security policy lets no style attribute of a page through.
    const style = box.current?.style;
    if (!style || !fontDisplay) return;
    if (fontDisplay.color) style.color = fontDisplay.color;
    if (fontDisplay.bgColor) style.backgroundColor = fontDisplay.bgColor;
    if (fontDisplay.fontSize) style.fontSize = `${fontDisplay.fontSize}px`;
  }, [fontDisplay]);

  const isRunning = countdownStatus(left) === 2;
  useAnnounced(isRunning || !hasRun.current ? '' : endingTitle);
  return (
    <div className="countdown" ref={box} hidden={!isRunning && endingTitle === ''}>
      {isRunning && (
        <span role="timer" aria-live="off">
          {countdownWords(countdownDisplay, event.title, countdownText(left, isCalm))}
        </span>
      )}
      <span>{isRunning ? '' : endingTitle}</span>
    </div>
  );
}
