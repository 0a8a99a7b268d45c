import { type ComponentType, memo, type ReactNode, useRef } from 'react';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import { preloadAfterAdd } from '../after-add/add-to-bag.ts';
import { type InitialShop, useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { BuyBar } from './BuyBar.tsx';
import { ChosenVariantPrice } from './ChosenVariantPrice.tsx';
import { loadCustomisation } from './load-customisation.ts';
import { OptionPicker } from './OptionPicker.tsx';
import type { ProductData } from './product-data.ts';
import { QuantityField } from './QuantityField.tsx';
import type { SoldOutProps } from './SoldOut.tsx';
import { useChoice } from './use-choice.ts';
import { usePurchaseActions } from './use-purchase-actions.ts';

/** Maximum stock at which the page shows the number of units left. */
const lowStockThreshold = 5;

const loadSaving = () => import('./PromotionSavings.tsx');
const loadSoldOut = () => import('./SoldOut.tsx');

interface Props {
  shop: InitialShop;
  product: ProductData;
  /** Id of the page's initial variant. */
  start: number;
  /** Language of the merchant's texts; undefined if it is the page's language. */
  lang?: string;
  title?: ReactNode;
  /** Content next to the price. */
  notes?: ReactNode;
  /** Message about the amount that adding the product saves, with the placeholder `{amount}`; omitted if nothing is saved. */
  saves?: string;
  /** Server-rendered savings message, which assumes an empty bag. */
  saving?: ReactNode;
  /** Fields of customised options. */
  custom?: ReactNode;
  /** Marketing messages and countdowns of the product (components/ProductEvents.astro). */
  events?: ReactNode;
  /** Delivery estimate for products in stock. */
  arrival?: ReactNode;
  /** Component that replaces the buttons if the page's initial variant is sold out (SoldOutForm.tsx). */
  soldOut?: ComponentType<SoldOutProps>;
  /** Texts of a pre-sale product: the label of its button, and the hint above the button. */
  preOrder?: { label: string; hint: string };
  /** True if the shop sends no back-in-stock emails. */
  isSilent?: boolean;
}

/**
 * Renders the product's name, price and form, for choosing a variant, adding to the bag, buying now, and ordering a pre-sale
 * product. Before hydration, a currency change or the browser's translation may have rewritten any text. Each text is therefore the
 * only child of an element with suppressHydrationWarning, so that hydration preserves the state of all fields.
 */
export default memo(function ProductForm({
  shop: initialShop,
  product: initialProduct,
  start,
  lang,
  title,
  notes,
  saves,
  saving,
  custom,
  events,
  arrival,
  soldOut,
  preOrder,
  isSilent,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const shop = useShop(initialShop);
  const texts = useShopTexts(shop);
  const { product, choice, skuId, extra } = useChoice(form, initialProduct, start);
  const { busy, problems, onSubmit, onInput } = usePurchaseActions(form, { shop, product, texts });
  const customised = useLazyModule(
    loadCustomisation,
    initialProduct.custom_options.length > 0 ? 'custom' : '',
  ).module;
  // Errors that cannot be displayed next to a field are displayed below the buttons.
  const below = problems.find(({ option }) => option === undefined || !customised);
  // The savings component is optional: if it fails to load, the server-rendered message stays.
  const savings = useLazyModule(loadSaving, saves ?? '').module;
  const { price, was, isOnSale } = findInitialVariant(product, String(skuId));
  const { isPreSale, remainingStock } = product;
  const remainingUnits = remainingStock?.get(skuId);
  const isFew = isOnSale && !isPreSale && remainingUnits !== undefined && remainingUnits <= lowStockThreshold;
  const lateSoldOut = useLazyModule(loadSoldOut, isOnSale || soldOut ? '' : 'sold-out').module;
  const SoldOut = soldOut ?? lateSoldOut?.default;
  const amount = (
    <ChosenVariantPrice price={price + extra} was={was === null ? null : was + extra} texts={texts} />
  );
  const add = {
    className: 'button',
    'aria-busy': busy === 'add' || undefined,
    suppressHydrationWarning: true,
    // The pre-sale hint is the button's accessible description.
    'aria-describedby': preOrder && 'stock',
    children: preOrder?.label ?? texts.text('addToBag'),
  };
  return (
    <>
      <div className="product-head">
        {title}
        <p className="product-price" id="price">
          {amount}
        </p>
        {notes}
        {saves && (
          <p className="small no-print" id="saving">
            {savings ? (
              <savings.PromotionSavings product={initialProduct.id} {...{ form, shop, saves, texts }}>
                {saving}
              </savings.PromotionSavings>
            ) : (
              saving
            )}
          </p>
        )}
      </div>
      <form
        className="buy no-print"
        id="buy"
        ref={form}
        autoComplete="off"
        noValidate
        data-variant={skuId}
        onSubmit={onSubmit}
        onInput={onInput}
      >
        {!initialProduct.noOptions &&
          product.options.map((option, index) => (
            <OptionPicker
              key={option.name}
              {...{ option, index, choice, lang }}
              variants={product.variants}
            />
          ))}
        {custom}
        {customised && <customised.Customisation {...{ form, skuId, problems }} product={initialProduct} />}
        <p className={isOnSale ? 'stock' : 'stock stock-out'} id="stock" suppressHydrationWarning>
          {isFew
            ? texts.text('fewLeft', { count: remainingUnits })
            : isOnSale
              ? (preOrder?.hint ?? texts.text('inStockHint'))
              : texts.text('soldOutHint')}
        </p>
        {arrival}
        {events}
        <div className="buy-row">
          {/* For a sold-out variant, the row stays but has no buttons. */}
          {isOnSale && (
            <>
              <QuantityField words={texts} />
              <button type="submit" onPointerEnter={() => preloadAfterAdd(shop.bag)} {...add} />
            </>
          )}
          {isOnSale && !isPreSale && (
            <button
              className="button button-plain"
              type="submit"
              name="buy-now"
              aria-busy={busy === 'buy-now' || undefined}
              suppressHydrationWarning
            >
              {texts.text('buyNow')}
            </button>
          )}
        </div>
        {below && (
          <p className="field-error" id="buy-error">
            {below.message}
          </p>
        )}
      </form>
      {!isOnSale && SoldOut && <SoldOut texts={shop.texts} {...{ form, product, skuId, lang, isSilent }} />}
      <div className="buy-bar no-print" hidden suppressHydrationWarning>
        {isOnSale && (
          <BuyBar {...{ product, skuId, lang, amount }}>
            <button type="submit" form="buy" {...add} />
          </BuyBar>
        )}
      </div>
    </>
  );
});
