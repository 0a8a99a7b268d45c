import { useEffect, useState } from 'react';
import { countDown, toDeviceTime } from '#client/marketing/ticker.ts';
import type { PopupCountdown } from '#lib/marketing/popup-countdown.ts';
import { countdownUnits, splitDuration } from '#lib/marketing/time-left.ts';

interface Props {
  /** Remaining time in ms; null while the end is unknown: the component then only reserves its space. */
  remaining: number | null;
  /** Text displayed after the countdown has ended. */
  over: string;
  /** Language as a BCP 47 tag. */
  lang: string;
}

/** Renders the days, hours, minutes and seconds until a popup's offer ends (POP-51 to POP-54). */
export function Countdown({ remaining, over, lang }: Props) {
  if (remaining === 0) {
    return (
      <p className="popup-over" data-status={3}>
        {over}
      </p>
    );
  }
  return (
    <p
      className={remaining === null ? 'popup-count popup-waits' : 'popup-count'}
      role="timer"
      data-status={2}
    >
      {splitDuration(remaining ?? 0).map(([unit, count]) => {
        const parts = new Intl.NumberFormat(lang, {
          style: 'unit',
          unit: countdownUnits[unit],
          unitDisplay: 'long',
          minimumIntegerDigits: 2,
        }).formatToParts(count);
        const partValue = (type: string) => parts.find((part) => part.type === type)?.value;
        return (
          <span key={unit}>
            <b>{partValue('integer')}</b> <small>{partValue('unit')}</small>
          </span>
        );
      })}
    </p>
  );
}

/**
 * Returns the remaining time of a popup's countdown in ms (POP-54); null if there is no countdown or its end is not known yet. With
 * reduced motion, the countdown changes only once a minute.
 * @param first time when the shopper first saw the popup, in ms UTC
 */
export function useTimeLeft(count: PopupCountdown | null, first: number): number | null {
  const [remaining, setRemaining] = useState<number | null>(null);
  useEffect(() => {
    if (!count) return;
    let isCancelled = false;
    let stop = () => {};
    const run = (end: number) => {
      if (!isCancelled) stop = countDown(end, setRemaining);
    };
    if ('lasts' in count) run(first + count.lasts);
    else void toDeviceTime(count.ends).then(run);
    return () => {
      isCancelled = true;
      stop();
    };
  }, [count, first]);
  return remaining;
}
