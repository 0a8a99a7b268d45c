/**
 * Fills in placeholders for delivery days in a merchant's texts, and finds fixed delivery days, which become wrong when the
 * settings change. Pure.
 */
import type { DaySpan, ShippingSettings } from '../checkout/settings.ts';

const marks = /\{(processing|customised|handling|days:([^{}"\\]+))\}/g;

/**
 * Replaces `{processing}`, `{customised}`, `{handling}` and `{days:METHOD}` with the number of days in the shipping settings: `3-5`, or `5`.
 * @param note called with each unknown placeholder, which stays in the text
 */
export function fillDays(text: string, shipping: ShippingSettings, note: (mark: string) => void): string {
  return text.replace(marks, (mark, name: string, method: string | undefined) => {
    const span = method === undefined ? packingDays(name, shipping) : daysOf(method, shipping);
    if (span) return span.min === span.max ? String(span.min) : `${span.min}-${span.max}`;
    note(mark);
    return mark;
  });
}

/** Returns the days of a placeholder; `handling` is the processing time of all products, customised ones included. */
function packingDays(name: string, { processing, customised }: ShippingSettings): DaySpan | undefined {
  if (name === 'customised') return customised;
  if (name === 'processing' || !processing) return processing;
  return { min: processing.min, max: processing.max + (customised?.max ?? 0) };
}

function daysOf(id: string, { zones }: ShippingSettings): DaySpan | undefined {
  return zones.flatMap(({ methods }) => methods).find((method) => method.id === id)?.days;
}

/** Returns a copy of a JSON value with `rewrite` applied to all its strings. */
export function mapStrings(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, rewrite)]));
}

/** Returns all strings in a JSON value with their paths, such as `footer.menus.0.main`. */
export function collectTexts(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    collectTexts(inner, place === '' ? key : `${place}.${key}`),
  );
}

const number =
  '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|ein(?:em|en|er)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)';
const range = `${number}(?:\\s*(?:-|–|—|to|or|bis|oder)\\s*${number})?`;
/** Matches a number of working days. Texts use working days only for delivery times, so the sentence needs no other keyword. */
const workdays = '(?:working|business|work)[- ]?days?|(?:Werk|Arbeits)tage?n?';
const plainDays = 'days?|hours?|weeks?|Tage?n?|Stunden?|Wochen?';
const stated = new RegExp(`\\b${range}[\\s-]+(?:${workdays}|${plainDays})(?![\\p{L}\\d])`, 'giu');
const soon =
  /\b(?:next|same)[- ]day (?:delivery|shipping|dispatch)\b|\bover ?night (?:delivery|shipping)\b/gi;
const isWorkdays = new RegExp(`(?:${workdays})$`, 'iu');

const ofDelivery =
  /\b(?:deliver|ship|arriv|dispatch|transit|en route|on (?:the|its) way|with you|leaves? (?:the|our)|pack(?:ed|ing|s)?\b|process)|liefer|versand|versend|verschick|unterwegs|zustell|ankunft|kommt? (?:\S+ ){0,4}an\b|bei (?:dir|ihnen|euch)|gepackt/i;
/** Matches words about refunds, replies and limited offers: a sentence with such a word does not state delivery days. */
const ofOther =
  /\b(?:refund|return|send (?:it )?back|goes back|money|repl(?:y|ies)|answer|write|exchange|notice|warranty|cancel|broken|damaged|only\b)|rück|erstatt|antwort|schreib|widerruf|umtausch|geld|storn|garantie|\bnur\b/i;
const asLongAs = /\b(?:for|über|lang|during)\s*$/i;

/** Returns the phrases of a text that state fixed delivery days, in English or German. */
export function findFixedDeliveryDays(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+|<[^>]*>|["\n]/).flatMap((sentence) => {
    if (ofOther.test(sentence)) return [];
    const days = [...sentence.matchAll(stated)].filter(
      ({ 0: phrase, index }) =>
        !asLongAs.test(sentence.slice(0, index)) && (isWorkdays.test(phrase) || ofDelivery.test(sentence)),
    );
    return [...days, ...sentence.matchAll(soon)].map(([phrase]) => phrase);
  });
}
