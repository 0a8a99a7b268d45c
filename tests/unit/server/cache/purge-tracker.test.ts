import { describe, expect, it } from 'vitest';
import { PurgeTracker } from '#server/cache/purge-tracker.ts';

describe('the ledger of purges', () => {
  it('tells a render of purges since it began, by tag', () => {
    const ledger = new PurgeTracker();
    ledger.record(new Set(['a']));
    const mark = ledger.begin();
    expect(ledger.outdated(mark, ['a'])).toBe(false);
    ledger.record(new Set(['a', 'b']));
    expect(ledger.outdated(mark, ['b', 'c'])).toBe(true);
    expect(ledger.outdated(mark, ['c'])).toBe(false);
  });

  it('counts a purge of everything against every render', () => {
    const ledger = new PurgeTracker();
    const mark = ledger.begin();
    ledger.record('everything');
    expect(ledger.outdated(mark, [])).toBe(true);
  });

  it('counts any purge against a render that was made from everything', () => {
    const ledger = new PurgeTracker();
    const mark = ledger.begin();
    expect(ledger.outdated(mark, 'everything')).toBe(false);
    ledger.record(new Set(['a']));
    expect(ledger.outdated(mark, 'everything')).toBe(true);
  });

  it('keeps what a longer render may still ask about when a shorter one ends', () => {
    const ledger = new PurgeTracker();
    const long = ledger.begin();
    ledger.record(new Set(['a']));
    const short = ledger.begin();
    ledger.end(short);
    expect(ledger.outdated(long, ['a'])).toBe(true);
    ledger.end(long);
    const next = ledger.begin();
    expect(ledger.outdated(next, ['a'])).toBe(false);
  });
});
