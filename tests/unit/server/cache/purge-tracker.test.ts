import { describe, expect, it } from 'vitest';
import { PurgeTracker } from '#server/cache/purge-tracker.ts';

describe('the purge tracker', () => {
  it('tells a render of purges since it began, by tag', () => {
    const tracker = new PurgeTracker();
    tracker.record(new Set(['a']));
    const purgesBefore = tracker.begin();
    expect(tracker.outdated(purgesBefore, ['a'])).toBe(false);
    tracker.record(new Set(['a', 'b']));
    expect(tracker.outdated(purgesBefore, ['b', 'c'])).toBe(true);
    expect(tracker.outdated(purgesBefore, ['c'])).toBe(false);
  });

  it('counts a purge of everything against every render', () => {
    const tracker = new PurgeTracker();
    const purgesBefore = tracker.begin();
    tracker.record('everything');
    expect(tracker.outdated(purgesBefore, [])).toBe(true);
  });

  it('counts any purge against a render that was made from everything', () => {
    const tracker = new PurgeTracker();
    const purgesBefore = tracker.begin();
    expect(tracker.outdated(purgesBefore, 'everything')).toBe(false);
    tracker.record(new Set(['a']));
    expect(tracker.outdated(purgesBefore, 'everything')).toBe(true);
  });

  it('keeps what a longer render may still ask about when a shorter one ends', () => {
    const tracker = new PurgeTracker();
    const long = tracker.begin();
    tracker.record(new Set(['a']));
    const short = tracker.begin();
    tracker.end(short);
    expect(tracker.outdated(long, ['a'])).toBe(true);
    tracker.end(long);
    const next = tracker.begin();
    expect(tracker.outdated(next, ['a'])).toBe(false);
  });
});
