import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import { badParameter } from '#lib/contract/codes.ts';
import type { ProductCardData, WireImage } from '#lib/contract/product.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { type CurrencyConfig, findShopCurrency } from '#lib/currency/config.ts';
import { createOrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { passwordRule } from '#lib/forms/password.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';
import { productPath } from '#lib/pages/paths.ts';
import { loginPageTexts } from '../account/texts.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { useTexts } from '../use-texts.ts';
import { usePageTexts } from './texts.ts';

interface Props {
  order: WireOrder;
  /** True for a paid guest order in a shop that has accounts. */
  canSave: boolean;
  currency: CurrencyConfig;
}

/** Renders the content below a completed order: a form to create an account, and related products. Loaded once the order has loaded. */
export function AfterPaying({ order, canSave, currency }: Props) {
  const bought = [...new Set(order.variant_items.map(({ product_id }) => product_id))];
  return (
    <>
      {canSave && <SaveDetails order={order} />}
      <GoesWith bought={bought} currency={currency} />
    </>
  );
}

/** sessionStorage key of the number of the order that was saved to an account in this tab. */
const storageKey = 'saved_order';

/**
 * Renders a form that saves a guest's address and order in an account. The result is sent only by email, so the page does not
 * reveal whether an account exists (R139).
 */
function SaveDetails({ order }: { order: WireOrder }) {
  const texts = usePageTexts();
  const login = useTexts(loginPageTexts);
  // Do not show the form again after a reload, because the server would ignore a second password.
  const [wasSaved] = useState(() => safeSessionStorage.get(storageKey) === order.order_no);
  const done = texts.text('saveDone', { email: order.email });
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({ password: passwordRule(login)(typed('password')) }),
    async (typed) => {
      const body = { order_no: order.order_no, password: typed('password') };
      const answer = await api('POST /api/v1/storefront/order/account', { body }, { jumpLogin: false });
      if (answer.code === badParameter)
        return { kind: 'failed', text: login.pwdCommonMsg, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      safeSessionStorage.set(storageKey, order.order_no);
      return { kind: 'done', text: done };
    },
  );
  return (
    <section className="result-part" aria-labelledby="save-title">
      <h2 id="save-title">{texts.saveTitle}</h2>
      {message?.kind === 'done' || wasSaved ? (
        <p className="form-done">{done}</p>
      ) : (
        <>
          <p className="quiet">{texts.text('saveLead', { email: order.email })}</p>
          <form className="save-form" {...props}>
            {/* Lets the browser save the password for this email address. */}
            <input
              className="visually-hidden"
              type="email"
              autoComplete="username"
              value={order.email}
              aria-hidden="true"
              tabIndex={-1}
              readOnly
            />
            <PasswordField id="save-password" texts={login} isNew problem={problems.password} />
            <FormFooter message={message} isBusy={isBusy} label={texts.saveButton} isPlain />
          </form>
        </>
      )}
    </section>
  );
}

interface GoesWithProps {
  /** Ids of the purchased products. */
  bought: readonly number[];
  currency: CurrencyConfig;
}

const maxProducts = 2;

/** Renders two products that complement the order's first product and are not part of the order. */
function GoesWith({ bought, currency }: GoesWithProps) {
  const texts = usePageTexts();
  const [cards, setCards] = useState<ProductCardData[]>([]);
  const ids = bought.join(',');
  useEffect(() => {
    let isOver = false;
    const [first = 0, ...others] = ids.split(',').map(Number);
    const query = { product_id: first, page_size: maxProducts + others.length };
    void api('GET /api/v1/recommed/products', { query }).then(({ data }) => {
      const found = (data?.product_list ?? []).filter(({ id }) => !others.includes(id));
      if (!isOver) setCards(found.slice(0, maxProducts));
    });
    return () => {
      isOver = true;
    };
  }, [ids]);
  if (cards.length === 0) return null;
  const shopCurrency = findShopCurrency(currency).currency;
  const money = createOrderMoneyFormatter(currency, shopCurrency);
  return (
    <section className="result-part no-print" aria-labelledby="goes-title">
      <h2 id="goes-title">{texts.goesWithIt}</h2>
      <ul className="goes-cards">
        {cards.map(({ id, title, seo_url, sale_price, price_varies, original }) => (
          <li key={id}>
            <a className="goes-card" href={localPath(productPath(seo_url))}>
              {original && <CardPicture picture={original} />}
              <span className="goes-title">{title}</span>
              <span className="quiet small">
                {price_varies && `${texts.priceFrom} `}
                {money(roundToMinorUnits(sale_price, shopCurrency))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardPicture({ picture }: { picture: WireImage }) {
  const sizes = '(width > 720px) 240px, 44vw';
  return (
    <picture>
      <source type="image/avif" srcSet={getImageSources(picture, 'avif', 640).srcset} sizes={sizes} />
      <source type="image/webp" srcSet={getImageSources(picture, 'webp', 640).srcset} sizes={sizes} />
      <img
        src={getImageSources(picture, 'jpeg', 640).src}
        alt=""
        width={picture.width}
        height={picture.height}
        loading="lazy"
      />
    </picture>
  );
}
