import { useId, useState } from 'react';
import { announce } from '#client/announce.ts';
import { priceBag } from '#client/bag/page-pricing.ts';
import { lineOf } from '#client/bag/variant-line.ts';
import { localPath } from '#client/language/local-path.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { addQuietly } from '../adding/put-in-bag.ts';

interface Props {
  product: WireProduct;
  ratio: string;
  words: Words;
  /** The bag is being priced. */
  isLoading: boolean;
}

/** A recommended product; where there is a choice of variants it is made here (RECO-18, RECO-24). */
export function RecommendItem({ product, ratio, words, isLoading }: Props) {
  const tip = useId();
  const { title, variants, options } = product;
  const path = localPath(productPath(product.seoUrl));
  const [only, second] = variants;
  const [skuId, setSku] = useState(second ? 0 : (only?.id ?? 0));
  const [wasAdded, setAdded] = useState(false);
  const [problem, setProblem] = useState('');
  const variant = variants.find(({ id }) => id === skuId);
  const mustOpen = product.isPreSale || product.customizeOptions.length > 0;
  const isSoldOut = variant ? variant.sale_status === 0 : variants.every((one) => one.sale_status === 0);
  const isWaiting = wasAdded && isLoading;
  // Why it cannot be added now; nothing while it can (R94).
  const missing = options.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const reason = isSoldOut
    ? words.text('soldOut')
    : variant
      ? problem
      : words.text('selectOptions', { options: missing.join(', ') });

  function add(button: HTMLElement): void {
    if (isWaiting) return;
    if (!variant || isSoldOut) {
      announce(reason);
      return;
    }
    if (!addQuietly({ lines: [lineOf(product, variant)] }, button, words)) {
      setProblem(words.text('purchaseMaxItemsMsg'));
      return;
    }
    setAdded(true);
    void priceBag();
  }

  return (
    <li className="offer-item">
      <span className="card-frame" data-ratio={ratio}>
        {product.original && <img src={variant?.imgUrl || product.original} alt="" />}
      </span>
      <div className="offer-text">
        <a href={path}>{title}</a>
        <span className="price">{words.money(variant?.salePrice ?? product.salePrice)}</span>
        {second && !mustOpen && (
          <select
            className="select"
            aria-label={`${words.text('chooseOptions')} ${title}`}
            value={skuId}
            onChange={(event) => {
              setSku(Number(event.target.value));
              setProblem('');
            }}
          >
            <option value={0}>{words.text('chooseOptions')}</option>
            {variants.map((one) => (
              <option key={one.id} value={one.id}>
                {one.optionValueNames.join(' / ')}
                {one.sale_status === 0 && `, ${words.text('soldOut')}`}
              </option>
            ))}
          </select>
        )}
      </div>
      {mustOpen ? (
        <a className="button button-plain" href={path}>
          {words.text('openProduct')}
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
            {words.text('addToBag')} <span className="visually-hidden">{title}</span>
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
