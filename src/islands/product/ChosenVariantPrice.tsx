import type { ShopTexts } from '#lib/bag/shop-texts.ts';

interface Props {
  price: number;
  /** Previous price, displayed struck through; null for none. */
  was: number | null;
  texts: ShopTexts;
}

/** Renders the price of the chosen variant in the same way as components/Price.astro. */
export function ChosenVariantPrice({ price, was, texts }: Props) {
  return (
    <span className={was === null ? 'price' : 'price price-sale'}>
      <span className="price-now">
        {was !== null && <AnnouncedPrice text={texts.text('priceNow')} />}
        <Amount value={price} words={texts} />
      </span>
      {was !== null && ' '}
      {was !== null && (
        <s className="price-was">
          <AnnouncedPrice text={texts.text('priceBefore')} />
          <Amount value={was} words={texts} />
        </s>
      )}
    </span>
  );
}

function AnnouncedPrice({ text }: { text: string }) {
  return <span className="visually-hidden" suppressHydrationWarning>{`${text} `}</span>;
}

/**
 * Renders an amount. Before hydration, client/currency/mount-prices.ts may have converted it to another currency, hence the
 * suppressed hydration warning.
 */
export function Amount({ value, words: texts }: { value: number; words: ShopTexts }) {
  const rounded = Math.round(value * 100) / 100;
  return (
    <span data-amount={rounded} suppressHydrationWarning>
      {texts.money(rounded)}
    </span>
  );
}
