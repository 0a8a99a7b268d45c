/** Countdown of a popup or announcement bar (R53). Pure. */
import { type CountdownUnit, countdownUnits, unitsToMs } from './time-left.ts';

/** Ends at an instant (ms UTC), or a duration (ms) after the shopper's first view. */
export type PopupCountdown = { ends: number } | { lasts: number };

/** Returns the countdown: countType 1 runs until endTime, 2 for a duration (ANN-12, R53); null for neither. */
export function parsePopupCountdown(config: Readonly<Record<string, unknown>>): PopupCountdown | null {
  const { countType, endTime, duration, durationUnit } = config;
  const kind = Number(countType);
  if (kind === 1) {
    const ends = typeof endTime === 'number' ? endTime : Date.parse(String(endTime));
    return Number.isFinite(ends) ? { ends } : null;
  }
  const unit = Number(durationUnit ?? 1);
  const lasts = unit in countdownUnits ? unitsToMs(Number(duration), unit as CountdownUnit) : 0;
  return kind === 2 && lasts > 0 ? { lasts } : null;
}
