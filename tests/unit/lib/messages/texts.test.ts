/** Components contain no literal words, and every language has all texts (docs/decisions/21-languages-and-currencies.md). */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TypeScript from 'typescript';
import { expect, test } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { allTexts } from '#lib/messages/all.ts';
import { apiErrorTexts, couponRequirementTexts } from '#lib/messages/api-errors.ts';
import { bagTexts } from '#lib/messages/bag.ts';
import { barTexts } from '#lib/messages/bars.ts';
import { checkoutTexts } from '#lib/messages/checkout.ts';
import { consentTexts } from '#lib/messages/consent.ts';
import { couponTexts } from '#lib/messages/coupon.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import { giftTexts } from '#lib/messages/gifts.ts';
import { stripPluralSuffix } from '#lib/messages/language.ts';
import { listingTexts } from '#lib/messages/listing.ts';
import { mailTexts } from '#lib/messages/mail.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { unsubscribeTexts } from '#lib/messages/newsletter.ts';
import { offerTexts } from '#lib/messages/offers.ts';
import { orderSummaryTexts, orderTexts } from '#lib/messages/order.ts';
import { pageTexts } from '#lib/messages/pages.ts';
import { paymentErrorTexts } from '#lib/messages/payment-errors.ts';
import { popupTexts } from '#lib/messages/popups.ts';
import { productTexts } from '#lib/messages/product.ts';
import { promotionTexts } from '#lib/messages/promotions.ts';
import { reviewTexts } from '#lib/messages/reviews.ts';
import { backInStockTexts } from '#lib/messages/stock.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { wishlistTexts } from '#lib/messages/wishlist.ts';
import { wishlistButtonTexts } from '#lib/messages/wishlist-button.ts';
import german from '../../../fixtures/languages/de.json' with { type: 'json' };
import { isDemo } from '../../../is-demo.ts';

// Its types declare a module of functions, but under Vitest only `require` returns all of them.
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript');

/** Attributes that browsers show or screen readers read. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);
const word = /\p{L}{2,}/u;
/** Standalone error pages. They read no texts, because the source of the texts may be what failed or is slow. */
const alone = ['src/layouts/Failed.astro', 'src/pages/500.astro', 'src/pages/503.astro'];
/** Frame of the admin: only its application knows the language of the staff. */
const adminFrame = 'src/pages/admin/[...path].astro';
/** Key of a message of the admin, such as `admin.order.ship`; react-admin translates it (tests/unit/admin/messages.test.ts). */
const adminKey = /^(?:admin|resources|ra)(?:\.\w+)+$/;
/** Names and examples that are the same in every language. */
const names = new Set(['K7QMD-4XHRA', 'PayPal']);

/** Returns a component's markup as TSX, with blanks in place of code, styles and scripts. */
function markupOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const markup = text
    .replace(/^---[\s\S]*?\n---/, blank)
    .replace(/<!doctype html>/i, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<(script|style)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g, (part) => `<i/>${blank(part.slice(4))}`);
  return `<>${markup}</>`;
}

function literalsOf(file: string): string[] {
  const text = markupOf(file);
  const source = ts.createSourceFile(`${file}.tsx`, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: { messageText: unknown }[] };
  expect(
    parseDiagnostics.map(({ messageText }) => messageText),
    file,
  ).toEqual([]);
  const found: string[] = [];
  const look = (node: TypeScript.Node): void => {
    const shown = ts.isJsxText(node)
      ? node.text
      : ts.isJsxAttribute(node) &&
          node.initializer &&
          ts.isStringLiteral(node.initializer) &&
          spoken.has(node.name.getText(source))
        ? node.initializer.text
        : '';
    // An HTML entity such as &minus; is not a word.
    const isKey = file.startsWith('src/admin/') && adminKey.test(shown);
    if (word.test(shown.replace(/&\w+;/g, '')) && !names.has(shown.trim()) && !isKey) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1} ${shown.trim()}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

test('pages and islands have no words of their own in their markup [I18N-06]', () => {
  const files = globSync('src/**/*.{astro,tsx}').filter((file) => ![...alone, adminFrame].includes(file));
  expect(files.length).toBeGreaterThan(60);
  expect(files.flatMap(literalsOf)).toEqual([]);
});

test('a word has one place: no two tables have the same key', () => {
  const tables = [
    pageTexts,
    defaultTexts,
    additionalTexts,
    listingTexts,
    bagTexts,
    couponTexts,
    giftTexts,
    unpaidOrderTexts,
    checkoutTexts,
    orderSummaryTexts,
    orderTexts,
    unsubscribeTexts,
    accountTexts,
    nameTexts,
    mailTexts,
    productTexts,
    reviewTexts,
    promotionTexts,
    offerTexts,
    barTexts,
    consentTexts,
    apiErrorTexts,
    couponRequirementTexts,
    paymentErrorTexts,
    backInStockTexts,
    popupTexts,
    wishlistButtonTexts,
    wishlistTexts,
  ];
  const keys = tables.flatMap((table) => Object.keys(table));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(keys.sort()).toEqual(Object.keys(allTexts).sort());
});

test('every word is said somewhere: its key is named outside the tables, or made of what comes before its number', () => {
  const code = globSync('src/**/*.{astro,ts,tsx}')
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      // A table of messages names all its keys; only the code below it counts.
      const isTable = file.replaceAll('\\', '/').startsWith('src/lib/messages/');
      return isTable ? text.slice(text.lastIndexOf('} as const;')) : text;
    })
    .join('\n');
  const names = new Set(code.match(/[\w-]+/g));
  const isSaid = (key: string) =>
    names.has(stripPluralSuffix(key)) ||
    (/\d$/.test(key) && code.includes(`\`${key.replace(/-?\d+$/, '')}\${`));
  // Code composes promotion messages from parts.
  const named = Object.keys(allTexts).filter((key) => !Object.hasOwn(promotionTexts, key));
  expect(named.filter((key) => !isSaid(key))).toEqual([]);
});

test.runIf(isDemo)('the texts that tests read are those of the demo [D13]', () => {
  for (const name of ['de.json', 'en.json'])
    expect(readFileSync(`tests/fixtures/languages/${name}`, 'utf8')).toBe(
      readFileSync(`shop/languages/${name}`, 'utf8'),
    );
});

test('German says every word in each of its forms, with the values of the English one', () => {
  const texts: Record<string, string> = german.texts;
  const table: Record<string, string> = allTexts;
  // A message with plural forms in English has the same forms in German.
  expect(Object.keys(table).filter((key) => !texts[key]?.trim())).toEqual([]);
  expect(Object.keys(texts).filter((key) => !Object.hasOwn(table, key))).toEqual([]);
  const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, english] of Object.entries(table))
    expect(values(texts[key]!), key).toEqual(values(english));
});

test('every code but success has words that a language can say', () => {
  // The admin, which alone gets these codes, has texts of its own.
  const staffOnly: number[] = [codes.changedMeanwhile, codes.confirmationRequired];
  const refusing = Object.values(codes).filter((code) => code !== codes.ok && !staffOnly.includes(code));
  expect(Object.keys(apiErrorTexts).sort()).toEqual(refusing.map((code) => `refusal${code}`).sort());
});
