import { useId, useRef, useState } from 'react';
import { priceBag } from '#client/bag/page-pricing.ts';
import { variantToBagLine } from '#client/bag/variant-line.ts';
import { fetchCards } from '#client/cards/fetch-cards.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { productPath } from '#lib/pages/paths.ts';
import { addToBagSilently } from '../adding/put-in-bag.ts';

interface Props {
  product: WireProduct;
  /** HTML of the product's card, as in product listings. */
  card: string;
  /** Aspect ratio of the card's image (RECO-03). */
  ratio: string;
  texts: ShopTexts;
  /** True while the bag is being priced. */
  isLoading: boolean;
}

/** Renders a recommended product with a variant select; the card changes to the selected variant (RECO-18, RECO-24). */
export function RecommendItem({ product, card, ratio, texts, isLoading }: Props) {
  const tip = useId();
  const { title, variants, options } = product;
  const path = localPath(productPath(product.seoUrl));
  const [only, second] = variants;
  const [skuId, setSku] = useState(second ? 0 : (only?.id ?? 0));
  const [shownCard, setShownCard] = useState(card);
  const chosen = useRef(skuId);
  const [wasAdded, setAdded] = useState(false);
  const [problem, setProblem] = useState('');
  const variant = variants.find(({ id }) => id === skuId);
  const mustOpen = product.isPreSale || product.customizeOptions.length > 0;
  const isSoldOut = variant ? variant.sale_status === 0 : variants.every((one) => one.sale_status === 0);
  const isWaiting = wasAdded && isLoading;
  // Reason why the product cannot be added now, '' if it can (R94).
  const missing = options.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const reason = isSoldOut
    ? texts.text('soldOut')
    : variant
      ? problem
      : texts.text('selectOptions', { options: missing.join(', ') });

  async function choose(sku: number): Promise<void> {
    chosen.current = sku;
    setSku(sku);
    setProblem('');
    const list = sku > 0 ? await fetchCards(`/cards?items=${product.id}.${sku}`).catch(() => null) : null;
    // Ignore the card of a variant that is no longer selected.
    if (chosen.current === sku) setShownCard(list?.cards[0]?.html ?? card);
  }

  function add(button: HTMLElement): void {
    if (isWaiting) return;
    if (!variant || isSoldOut) {
      announce(reason);
      return;
    }
    if (!addToBagSilently({ lines: [variantToBagLine(product, variant)] }, button, texts)) {
      setProblem(texts.text('purchaseMaxItemsMsg'));
      return;
    }
    setAdded(true);
    void priceBag();
  }

  return (
    <li className="offer-item">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the cards are rendered and escaped by the shop's server */}
      <div className="offer-card" data-ratio={ratio} dangerouslySetInnerHTML={{ __html: shownCard }} />
      {second && !mustOpen && (
        <select
          className="select"
          aria-label={`${texts.text('chooseOptions')} ${title}`}
          value={skuId}
          onChange={(event) => void choose(Number(event.target.value))}
        >
          <option value={0}>{texts.text('chooseOptions')}</option>
          {variants.map((one) => (
            <option key={one.id} value={one.id}>
              {one.optionValueNames.join(' / ')}
              {one.sale_status === 0 && `, ${texts.text('soldOut')}`}
            </option>
          ))}
        </select>
      )}
      {mustOpen ? (
        <a className="button button-plain" href={path}>
          {texts.text('openProduct')}
        </a>
      ) : (
        <span className="offer-add">
          <button
            type="button"
            className="button button-plain"
            aria-disabled={!variant || isWaiting || isSoldOut}
            aria-busy={isWaiting}
            aria-describedby={reason ? tip : undefined}
            onClick={(event) => add(event.currentTarget)}
          >
            {texts.text('addToBag')} <span className="visually-hidden">{title}</span>
          </button>
          {reason && (
            <span className="offer-tip" role="tooltip" id={tip}>
              {reason}
            </span>
          )}
        </span>
      )}
    </li>
  );
}
