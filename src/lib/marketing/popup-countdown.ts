/** Parses the countdown of a popup or announcement bar (R53). Pure. */
import { type CountdownUnit, countdownUnits, unitsToMs } from './time-left.ts';

/** End of a countdown: a fixed time (ms UTC), or a duration (ms) after the shopper's first view. */
export type PopupCountdown = { ends: number } | { lasts: number };

/**
 * Parses a countdown: countType 1 runs until endTime, 2 for a duration (ANN-12, R53). Returns null for any other type or invalid values.
 */
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
