/** Tracking rules on the server: bots, the source of a visit, the start of a day. */
import { describe, expect, test } from 'vitest';
import { dayInTimeZone, daysUpTo, isTimeZone, startOfDay, toInstant } from '#lib/shop-day.ts';
import { isBot } from '#server/tracking/is-bot.ts';
import { resolveVisitSource } from '#server/tracking/session-params.ts';

const people = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
  'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
];
const programs = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0)',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0 Safari/537.36',
  'curl/8.9.0',
  'python-requests/2.32',
  // Agents that fetch a page for an assistant or a tool and do not call themselves bots.
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'Mozilla/5.0 (compatible; CloudFlare-AlwaysOnline/1.0; +http://www.cloudflare.com/always-online)',
];

test.each(people)('somebody: %s', (agent) => expect(isBot(agent, false)).toBe(false));
test.each(programs)('a program: %s', (agent) => expect(isBot(agent, false)).toBe(true));
test('what was only prefetched, and what says nothing of itself', () => {
  expect([isBot(people[0], true), isBot(undefined, false), isBot('', false)]).toEqual([true, true, true]);
});

test('a visit is named by its campaign, a promotion of the shop, its site, or nothing', () => {
  expect(resolveVisitSource(' News\u001b[2J ', { p_source: 'x' }, 'a.example')).toBe('news [2j');
  expect(resolveVisitSource('', { p_source: 'ribbon' }, 'a.example')).toBe('promotion');
  expect(resolveVisitSource(undefined, {}, 'a.example')).toBe('a.example');
  expect(resolveVisitSource(null, {}, '')).toBe('direct');
});

describe('a day', () => {
  const hours = (day: string, next: string, zone: string) =>
    (startOfDay(next, zone) - startOfDay(day, zone)) / 3_600_000;

  test.each([
    ['Europe/Berlin', '2026-10-25', '2026-10-26', 25],
    ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
    ['America/New_York', '2026-11-01', '2026-11-02', 25],
    ['America/New_York', '2026-03-08', '2026-03-09', 23],
    // Clocks change by half an hour, or at midnight: that day begins at 01:00.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', 24.5],
    ['Africa/Cairo', '2026-04-24', '2026-04-25', 23],
    ['Pacific/Kiritimati', '2026-06-01', '2026-06-02', 24],
    ['UTC', '2026-02-28', '2026-03-01', 24],
  ])('of %s, %s, has its hours', (zone, day, next, expected) => {
    expect(hours(day, next, zone)).toBe(expected);
    const from = startOfDay(day, zone);
    expect([dayInTimeZone(from, zone), dayInTimeZone(from - 1, zone) < day]).toEqual([day, true]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', '01:59', '2026-03-29T00:59:00Z'],
    ['Europe/Berlin', '2026-03-29', '02:00', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '03:00', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '03:01', '2026-03-29T01:01:00Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00Z'],
    // Clocks change by half an hour: 02:00 to 02:30 does not exist in October, 01:30 to 02:00 occurs twice in April.
    ['Australia/Lord_Howe', '2026-10-04', '01:59', '2026-10-03T15:29:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:30', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
    // Samoa skipped this day.
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00Z'],
  ])(
    'of %s, %s, shows %s at its first instant, and what the clocks leave out at the jump',
    (zone, day, time, at) => {
      expect(new Date(toInstant(day, time, zone)).toISOString()).toBe(new Date(at).toISOString());
    },
  );

  test('is counted back over ends of months', () => {
    expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  test('is of a zone there is', () => {
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Europe/Atlantis')]).toEqual([true, false]);
  });
});
