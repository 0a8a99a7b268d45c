import { memo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import type { NewLine } from '#lib/bag/line.ts';
import * as codes from '#lib/contract/codes.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { type CustomTexts, createTranslate, formatPromotionMessage } from '#lib/messages/format.ts';
import { offerTexts } from '#lib/messages/offers.ts';
import { addToBag } from '../after-add/add-to-bag.ts';
import { useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { Amount } from '../product/ChosenVariantPrice.tsx';
import { readBagLine } from '../product/choice.ts';
import { type ProductData, readProduct } from '../product/product-data.ts';
import { fetchLinesPrice, type LinesPrice } from './fetch-lines-price.ts';
import { OfferTotal } from './OfferTotal.tsx';

type Variants = ResponseData<Endpoints['GET /api/v1/promotion/multi_spec/:id']>['variants'];

/** Data of the table: the product page's form and product, and the product's variants with current prices and stock. */
interface Table {
  page: HTMLFormElement;
  product: ProductData;
  variants: Variants;
}

interface Props {
  texts: CustomTexts;
  /** Id of the promotion. */
  id: number;
  rules?: ReactNode;
  /** Title of the collapsible section. */
  children: ReactNode;
}

/** Debounce delay in ms: the price is fetched after this time without further changes. */
const wait = 250;
/** Placeholder while loading. */
const loading = '…';
/** Max quantity of one variant. */
const maxQuantity = 99;

/**
 * Renders a table for ordering several variants of the page's product, each with a quantity (PDP-13, R106). The variants are
 * fetched when the shopper opens the collapsible section.
 */
export default memo(function OfferTable({ texts, id, rules, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const sum = useRef<HTMLParagraphElement>(null);
  const shop = useShop();
  const shopTexts = useShopTexts(shop);
  const offerLabels = { text: createTranslate(offerTexts, texts) };
  /** `problem` is the loading or error text that replaces the table; '' before the table is requested. */
  const [{ table, problem }, setFound] = useState({ table: null as Table | null, problem: '' });
  const [answer, setAnswer] = useState({ count: 0, cost: null as LinesPrice | null, isChosen: false });
  const requestNo = useRef(0);
  const [later] = useState(() => debounce((act: () => void) => act(), wait));
  const { count, cost } = answer;

  const open = async () => {
    if (!fold.current!.open || table) return;
    setFound({ table, problem: loading });
    const page = document.getElementById('buy') as HTMLFormElement;
    const product = readProduct(page);
    const input = { params: { id }, query: { product_id: product.id } };
    const { code, data, msg } = await api('GET /api/v1/promotion/multi_spec/:id', input);
    if (code === codes.ok && data) {
      setFound({ table: { page, product, variants: data.variants }, problem: '' });
      return;
    }
    setFound({ table, problem: msg });
    announce(msg);
  };
  const openNow = useEffectEvent(open);
  // The shopper may have opened the collapsible section before hydration.
  useEffect(() => void openNow(), []);

  const lines = (): NewLine[] => {
    if (!table) return [];
    const { page, product, variants } = table;
    const fields = new FormData(form.current!);
    return variants.flatMap((variant) => {
      const at = product.variants.sku_id.indexOf(variant.variant_id);
      const quantity = Math.min(
        maxQuantityOf(variant),
        Math.trunc(Number(fields.get(`${variant.variant_id}`))),
      );
      return quantity > 0 && at >= 0
        ? [{ ...readBagLine(page, product, at), quantity, price: variant.sale_price }]
        : [];
    });
  };
  const refresh = async (isChosen: boolean) => {
    requestNo.current += 1;
    const turn = requestNo.current;
    const selectedLines = lines();
    const unitCount = selectedLines.reduce((all, line) => all + (line.quantity ?? 1), 0);
    setAnswer((before) => ({ ...before, count: unitCount }));
    const priced = unitCount === 0 ? null : await fetchLinesPrice(api, selectedLines);
    if (turn === requestNo.current) setAnswer({ count: unitCount, cost: priced, isChosen });
  };
  const press = (button: HTMLElement) => {
    const selectedLines = lines();
    if (selectedLines.length === 0) return announce(offerLabels.text('offerTableNone'));
    if (!addToBag({ lines: selectedLines }, button, shop.bag, shopTexts)) return;
    form.current!.reset();
    void refresh(false);
  };
  const unitsLabel = offerLabels.text('offerTablePieces', { count });
  const next = cost ? formatPromotionMessage(cost.hint, shop.texts) : '';
  const none = problem || offerLabels.text(count === 0 ? 'offerTableNone' : 'offerFailed');
  return (
    <details
      className="fold set-table js-only no-print"
      ref={fold}
      onToggle={() => void open()}
      // The browser sets and removes the attribute `open`, possibly before hydration.
      suppressHydrationWarning
    >
      <summary>{children}</summary>
      <form
        ref={form}
        autoComplete="off"
        aria-busy={problem === loading || undefined}
        onInput={() => later(() => void refresh(true))}
        onSubmit={(event) => event.preventDefault()}
      >
        {rules}
        <ul className="set-rows">
          {table?.variants.map((variant) => {
            const { variant_id: sku, variant_option_values: values, sale_price: price } = variant;
            const name = values.join(' / ') || table.product.title;
            const isOnSale = variant.sale_status === 1;
            return (
              <li key={sku}>
                <span>{name}</span>
                {isOnSale ? <Amount value={price} words={shopTexts} /> : shopTexts.text('soldOut')}
                <input
                  className="input"
                  type="number"
                  name={String(sku)}
                  defaultValue={0}
                  min={0}
                  max={maxQuantityOf(variant)}
                  step={1}
                  inputMode="numeric"
                  aria-label={name}
                  disabled={!isOnSale}
                />
              </li>
            );
          })}
        </ul>
        <OfferTotal
          place={sum}
          answer={answer}
          cost={cost}
          note={cost ? (next ? `${unitsLabel}. ${next}` : unitsLabel) : none}
          {...{ texts: shopTexts, offerLabels }}
        />
        {/* Has `aria-disabled` instead of `disabled`, so that the button keeps focus after it has emptied the table. */}
        <button
          className="button"
          type="button"
          aria-disabled={count === 0}
          onClick={({ currentTarget }) => press(currentTarget)}
          suppressHydrationWarning
        >
          {offerLabels.text('offerTableAdd')}
        </button>
      </form>
    </details>
  );
});

function maxQuantityOf({ sale_inventory_quantity: stock }: Variants[number]): number {
  return Math.min(maxQuantity, stock);
}
