import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { PictureData, ProductCardData } from '#lib/contract/product.ts';
import { type CurrencyConfig, ownCurrency } from '#lib/currency/config.ts';
import { orderMoney } from '#lib/currency/order-money.ts';
import { shownMinor } from '#lib/money/minor.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { useWords } from './words.ts';

interface Props {
  /** Products that were bought. */
  bought: readonly number[];
  currency: CurrencyConfig;
}

const most = 2;

/** Two products that go with the first of the order, none of them bought with it. */
export function GoesWith({ bought, currency }: Props) {
  const words = useWords();
  const [cards, setCards] = useState<ProductCardData[]>([]);
  const ids = bought.join(',');
  useEffect(() => {
    let isOver = false;
    const [first = 0, ...others] = ids.split(',').map(Number);
    const query = { product_id: first, page_size: most + others.length };
    void api('GET /api/v1/recommed/products', { query }).then(({ data }) => {
      const found = (data?.product_list ?? []).filter(({ id }) => !others.includes(id));
      if (!isOver) setCards(found.slice(0, most));
    });
    return () => {
      isOver = true;
    };
  }, [ids]);
  if (cards.length === 0) return null;
  const own = ownCurrency(currency).currency;
  const money = orderMoney(currency, own);
  return (
    <section className="result-part no-print" aria-labelledby="goes-title">
      <h2 id="goes-title">{words.goesWithIt}</h2>
      <ul className="goes-cards">
        {cards.map(({ id, title, seo_url, sale_price, price_varies, original }) => (
          <li key={id}>
            <a className="goes-card" href={localPath(productPath(seo_url))}>
              {original && <CardPicture picture={original} />}
              <span className="goes-title">{title}</span>
              <span className="quiet small">
                {price_varies && `${words.priceFrom} `}
                {money(shownMinor(sale_price, own))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardPicture({ picture }: { picture: PictureData }) {
  const sizes = '(width > 720px) 240px, 44vw';
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSource(picture, 'avif', 640).srcset} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSource(picture, 'webp', 640).srcset} sizes={sizes} />
      <img
        src={pictureSource(picture, 'jpeg', 640).src}
        alt=""
        width={picture.width}
        height={picture.height}
        loading="lazy"
      />
    </picture>
  );
}
