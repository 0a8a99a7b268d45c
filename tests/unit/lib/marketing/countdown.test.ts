import { describe, expect, test } from 'vitest';
import {
  countdownMessage,
  countdownRemaining,
  countdownText,
  countdownTick,
} from '#lib/marketing/countdown.ts';
import { createDeviceStorage } from '#lib/storage/device-storage.ts';

function session() {
  const kept = new Map<string, string>();
  return createDeviceStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }));
}

describe('a marketing countdown', () => {
  test('ticks every 123 ms [MKT-12]', () => expect(countdownTick).toBe(123));

  test('writes minutes, seconds and milliseconds, and never hours', () => {
    expect(countdownText(90 * 60_000)).toBe('90:00:000');
    expect(countdownText(61_007)).toBe('01:01:007');
    expect(countdownText(0)).toBe('00:00:000');
  });

  test('leaves the milliseconds out for who wants less motion', () => {
    expect(countdownText(61_000, true)).toBe('01:01');
  });

  test('starts at its minutes once a session and goes on counting after a reload [MKT-15, MKT-18]', () => {
    const storage = session();
    const start = 1_000_000;
    expect(countdownRemaining(storage, 'BAG_COUNTDOWN', 15, start)).toBe(15 * 60_000);
    expect(countdownRemaining(storage, 'BAG_COUNTDOWN', 15, start + 60_000)).toBe(14 * 60_000);
    expect(countdownRemaining(storage, 'OTHER', 15, start + 60_000)).toBe(15 * 60_000);
    expect(countdownRemaining(storage, 'BAG_COUNTDOWN', 15, start + 3_600_000)).toBe(0);
    expect(countdownRemaining(storage, 'BAG_COUNTDOWN', 15, start + 7_200_000)).toBe(0);
    expect(countdownRemaining(session(), 'BAG_COUNTDOWN', 15, start + 7_200_000)).toBe(15 * 60_000);
  });

  test('takes a start that cannot be for none', () => {
    for (const kept of ['soon', '-5', '9000000']) {
      const storage = session();
      storage.set('countdown:A', kept);
      expect(countdownRemaining(storage, 'A', 1, 1_000_000)).toBe(60_000);
    }
  });

  test('stands where countdownDisplay wants it, after the title where it says nothing', () => {
    expect(countdownMessage('Yours for {time}', 'Held', '14:00:000')).toBe('Yours for 14:00:000');
    expect(countdownMessage('{title}: {time}', 'Held $& {time}', '14:00:000')).toBe(
      'Held $& {time}: 14:00:000',
    );
    expect(countdownMessage('', 'Held', '14:00:000')).toBe('Held 14:00:000');
  });
});
