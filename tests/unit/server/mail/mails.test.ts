/** The content and language of each of the shop's emails; text from users never becomes markup or extra lines. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allTexts } from '#lib/messages/all.ts';
import type { EmailShopData } from '#server/mail/email-shop-data.ts';
import { backInStockConfirmationMail, backInStockMail } from '#server/marketing/back-in-stock-mails.ts';
import { newsletterWelcome } from '#server/marketing/newsletter-welcome.ts';
import type { Order } from '#server/orders/order.ts';
import { orderConfirmation } from '#server/orders/order-confirmation.ts';
import { defaultColors, toEmailSafeColors } from '#server/theme/email-safe-colors.ts';
import { lines, marram, paidOrder, speaking } from './fixtures.ts';

const wait = { id: 1, variantId: 7, email: 'ada@example.com', linkId: '0123456789abcdef0123456789abcdef' };
const mug = { title: 'Tidal mug', option: 'Sand', seoUrl: 'tidal-mug' };
const mails = {
  'order-confirmation': (shop: EmailShopData, lang: string) =>
    orderConfirmation(shop, { ...paidOrder, lang }, lines),
  'newsletter-welcome': (shop: EmailShopData, lang: string) =>
    newsletterWelcome(shop, { email: 'ada@example.com', lang }),
  'back-in-stock-confirm': (shop: EmailShopData, lang: string) =>
    backInStockConfirmationMail(shop, { ...wait, lang }, mug),
  'back-in-stock': (shop: EmailShopData, lang: string) => backInStockMail(shop, { ...wait, lang }, mug),
};
const kinds = Object.keys(mails) as (keyof typeof mails)[];
const confirmation = (change: Partial<Order>, shop = marram) =>
  orderConfirmation(shop, { ...paidOrder, ...change }, lines);

const references = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** Returns the visible text of an email's HTML. */
const shown = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<div style="display:none[^<]*<\/div>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([\w#]+);/g, (_, name: keyof typeof references) => references[name]);
const wordsOf = (text: string) =>
  [...new Set(text.replace(/https:\S+/g, '').match(/[\p{L}\p{N}][\p{L}\p{N}.,@-]*/gu))].sort();

for (const kind of kinds) {
  test.each(['en', 'de'])(`${kind} in %s is the mail that was looked at`, async (lang) => {
    const { subject, html, text } = mails[kind](marram, lang);
    // Line breaks between tables change nothing and make a diff readable.
    const broken = html.replace(/(?=<(?:table|tr|td|\/tr|\/table|body|meta|title|style))/g, '\n');
    await expect(broken).toMatchFileSnapshot(`shown/${kind}.${lang}.html`);
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`shown/${kind}.${lang}.txt`);
  });

  test(`${kind} has no word but those of its language, the merchant and the shopper`, () => {
    const marks = Object.fromEntries(
      Object.entries(allTexts).map(([key, text]) => [key, `1${(text.match(/\{\w+\}/g) ?? []).join('')}1`]),
    );
    const { subject, html, text } = mails[kind](speaking('fr', marks), 'fr');
    const theirs =
      /Marram|Tidal mug|Sand|Oak serving board|Engraving|Ada & Charles|Beeswax candle|Standard|Mehrwertsteuer|Ada Lovelace|Lindenallee|Hamburg|Allemagne|K7QMD-4XHRA|hello@marram\.example|https:\S+/g;
    for (const said of [subject, text, shown(html)]) {
      expect(said.replace(theirs, '').match(/\p{L}+/gu)).toBeNull();
      expect(said).toContain('1');
    }
    const preview = /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];
    expect(preview).toMatch(/^1[$\d.]*1$/);
    expect(html).toContain(`<title>${subject}</title>`);
  });

  test(`${kind} says the same in HTML and in plain text`, () => {
    const { html, text } = mails[kind](marram, 'de');
    expect(wordsOf(text)).toEqual(wordsOf(shown(html)));
    const addresses = [...html.matchAll(/href="(?!mailto:)([^"]*)"/g)].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    );
    expect([...new Set(text.match(/https:\S+/g))].sort()).toEqual([...new Set(addresses)].sort());
  });
}

test('a mail leads to pages of its language, and marks what the merchant wrote in another [R84]', () => {
  const german = confirmation({ lang: 'de' });
  expect(german.text).toContain('https://marram.example/de/fulfillment?order_no=K7QMD-4XHRA&token=');
  expect(german.html).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">/);
  expect(german.html).toContain('<span lang="en" dir="auto">Tidal mug</span>');
  expect(german.text).toContain('Deutschland');
  const english = confirmation({ lang: 'en' });
  expect(english.html.match(/ lang="\w+"/g)).toEqual([' lang="en"']);
  expect(english.text).toContain('https://marram.example/fulfillment?');
  expect(newsletterWelcome(marram, { email: 'ada@example.com', lang: 'de' }).text).toContain(
    'https://marram.example/de/pages/unsubscribe?aesCode=',
  );
});

test.each(['', 'fr', '__proto__'])(
  'an order in "%s", which the shop does not speak, is written of in its own language',
  (lang) => {
    expect(confirmation({ lang })).toEqual(confirmation({ lang: 'en' }));
    const german = { ...marram, lang: 'de' };
    const { text, html } = confirmation({ lang }, german);
    expect(text).toContain('Danke für deine Bestellung');
    expect(text).toContain('https://marram.example/fulfillment?');
    expect(html).toContain('<html lang="de"');
  },
);

test('a country that no table knows stands as the order has it', () => {
  const address = { ...paidOrder.address, country: 'Atlantis', country_code: '?' };
  expect(confirmation({ lang: 'de', address }).text).toContain('Atlantis');
});

test('a billing address stands in the confirmation where it is not the delivery’s', () => {
  expect(confirmation({}).text).not.toContain('Billing address');
  const billing = { ...paidOrder.address, address1: 'Laugavegur 1', country: 'Iceland', country_code: 'IS' };
  const { text } = confirmation({ billing });
  expect(text.slice(text.indexOf('Billing address'))).toMatch(/Laugavegur 1.*Iceland/s);
});

test('a mail that is read from right to left ends its lines at the left', () => {
  const { html } = confirmation({ lang: 'ar' }, speaking('ar', {}));
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('align="left"');
  expect(html).not.toMatch(/align="right"|padding-left/);
  expect(confirmation({}).html).not.toMatch(/align="left"|padding-right/);
});

test('what anybody wrote is text in HTML, and no line of its own in plain text or the header', () => {
  const address = {
    ...paidOrder.address,
    first_name: '<b>Ada</b>\r\nBcc: all@example.com',
    address1: '"Elm"\n\nTotal: $0.00\u2028\u202eeerf',
  };
  const hostile = lines.map((line) => ({ ...line, title: `<script>'${line.title}'</script>\n.\n` }));
  const shop = { ...marram, name: 'Mar<i>ram\r\nBcc: all@example.com', email: '"><img src=x>@example.com' };
  const mail = orderConfirmation(shop, { ...paidOrder, address, shippingTitle: '<u>fast\n' }, hostile);
  expect(mail.subject).toBe('Mar<i>ram Bcc: all@example.com: order K7QMD-4XHRA is confirmed');
  expect(mail.html).not.toMatch(/<(?:b|i|u|img|script)\b/);
  expect(mail.html).toContain('&lt;script&gt;&#x27;Tidal mug&#x27;&lt;/script&gt;');
  expect(mail.text.split('\n')).toHaveLength(confirmation({}).text.split('\n').length);
  expect(mail.text).toContain('\n<b>Ada</b> Bcc: all@example.com Lovelace\n"Elm" Total: $0.00 eerf 12\n');
  expect(mail.text).not.toMatch(/[\r\u2028\u202e]/);
});

test('mails have the colours of the theme; one that mail programs cannot read leaves all of them as they are by themselves', () => {
  const tokens = { 'color-accent': '#123456', 'color-paper': 'rgb(1, 2, 255)', 'color-sale': 'red' };
  const { html } = confirmation({}, { ...marram, colors: toEmailSafeColors(tokens) });
  expect(html).toContain('background-color:#123456');
  // The parsing rules of this attribute do not include `rgb(…)`.
  expect(html).toContain('bgcolor="#0102ff" ');
  expect(html).toContain('background-color:#0102ff');
  expect(html).not.toContain('rgb(');
  expect(html).not.toContain(defaultColors.accent);
  expect(html).toContain(defaultColors.ink);
  for (const bad of [
    'oklch(20% 0 0)',
    'var(--color-sale)',
    'transparent',
    '#12345678',
    'url(x)',
    'rgb(1, 2, 256)',
  ])
    expect(toEmailSafeColors({ ...tokens, 'color-ink': bad }), bad).toEqual(defaultColors);
});

test('the colours without a theme are those of the style sheet', () => {
  const sheet = readFileSync('src/styles/tokens.css', 'utf8');
  for (const [name, color] of Object.entries(defaultColors))
    expect(sheet).toContain(`--color-${name}: ${color};`);
});

test('mails ask not to be turned dark, set ink and ground together where that is done all the same, and need no picture', () => {
  for (const kind of kinds) {
    const { html } = mails[kind](marram, 'en');
    expect(html).toContain('<meta name="color-scheme" content="light only"/>');
    expect(html).not.toMatch(/<img|background-image|url\(/);
    expect(html).toMatch(/<body style="[^"]*background-color:#f8f4ed;color:#1f2421"/);
  }
});
