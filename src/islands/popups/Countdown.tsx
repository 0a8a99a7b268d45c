import { countdownStatus } from '#lib/marketing/countdown.ts';
import { countdownUnits, timeLeft } from '#lib/marketing/time-left.ts';

interface Props {
  /** ms; null while its end is not known: its place is kept. */
  left: number | null;
  /** What is said when it is over. */
  over: string;
  /** BCP 47. */
  lang: string;
}

/** Days, hours, minutes and seconds until a popup's offer ends (POP-51 to POP-54). */
export function Countdown({ left, over, lang }: Props) {
  const status = countdownStatus(left ?? 1);
  if (status === 3) {
    return (
      <p className="popup-over" data-status={status}>
        {over}
      </p>
    );
  }
  return (
    <p
      className={left === null ? 'popup-count popup-waits' : 'popup-count'}
      role="timer"
      data-status={status}
    >
      {timeLeft(left ?? 0).map(([unit, count]) => {
        const parts = new Intl.NumberFormat(lang, {
          style: 'unit',
          unit: countdownUnits[unit],
          unitDisplay: 'long',
          minimumIntegerDigits: 2,
        }).formatToParts(count);
        const said = (type: string) => parts.find((part) => part.type === type)?.value;
        return (
          <span key={unit}>
            <b>{said('integer')}</b> <small>{said('unit')}</small>
          </span>
        );
      })}
    </p>
  );
}
