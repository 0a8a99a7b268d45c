import type { Ref } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { cardFacts } from '#lib/catalog/card-facts.ts';
import type { WishCardData } from '#lib/contract/wishlist.ts';
import { variantPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { addWished } from './add-wished.ts';
import type { WishlistWords } from './words.ts';

interface Props {
  card: WishCardData;
  words: WishlistWords;
  /** Writes an amount of the shop's own currency. */
  money: (amount: number) => string;
  lang: string | undefined;
  onRemove: (() => void) | undefined;
  removeRef: Ref<HTMLButtonElement>;
}

const formats = ['avif', 'webp'] as const;
const sizes = '(width > 1040px) 25vw, 50vw';
const widest = 960;

/** The markup is ProductCard.astro's: client/cards acts on it. The variant that was wished for goes into the bag at once. */
export function WishCard({ card, words, money, lang, onRemove, removeRef }: Props) {
  const { badge, was, quickAdd } = cardFacts(card);
  const path = localPath(variantPath(card.seo_url, card.variant));
  const { original: picture } = card;
  const isVariant = card.variant !== null && quickAdd !== 'page';
  const label =
    isVariant || quickAdd === 'add' ? words.addToBag : card.isPreSale ? words.preOrder : words.chooseOptions;
  return (
    <article className={quickAdd === 'none' ? 'card card-sold-out' : 'card'} data-product={card.id}>
      <div className="card-frame" data-ratio={card.img_size === '1:1' ? undefined : card.img_size}>
        {picture && (
          <picture className="card-picture">
            {formats.map((format) => (
              <source
                key={format}
                type={`image/${format}`}
                srcSet={pictureSource(picture, format, widest).srcset}
                sizes={sizes}
              />
            ))}
            <img
              src={pictureSource(picture, 'jpeg', widest).src}
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              loading="lazy"
              decoding="async"
            />
          </picture>
        )}
        {badge && (
          <span className={badge === 'sale' ? 'badge card-badge badge-sale' : 'badge card-badge'}>
            {words[badge]}
          </span>
        )}
      </div>
      <div className="card-text">
        <h2 className="card-title" lang={lang}>
          <a href={path}>{card.title}</a>
        </h2>
        {card.values && (
          <span className="small quiet" lang={lang}>
            {card.values}
          </span>
        )}
        <span className={was === null ? 'price' : 'price price-sale'}>
          <span className="price-now">
            {was !== null && <span className="visually-hidden">{words.priceNow} </span>}
            {card.price_varies && `${words.priceFrom} `}
            {money(card.sale_price)}
          </span>
          {was !== null && (
            <s className="price-was">
              <span className="visually-hidden">{words.priceBefore} </span>
              {money(was)}
            </s>
          )}
        </span>
      </div>
      <div className="wish-actions no-print">
        {quickAdd === 'none' ? (
          <button type="button" className="button button-plain" disabled>
            {words.soldOut}
          </button>
        ) : (
          <a
            className="button button-plain"
            href={path}
            data-add={isVariant || quickAdd === 'page' ? undefined : ''}
            onClick={isVariant ? (event) => addWished(event, card) : undefined}
          >
            {label}
            <span className="visually-hidden"> {card.title}</span>
          </a>
        )}
        {onRemove ? (
          <button type="button" className="wish-link" ref={removeRef} onClick={onRemove}>
            {words.wishlistRemove}
            <span className="visually-hidden"> {card.title}</span>
          </button>
        ) : (
          <button
            type="button"
            className="card-view card-heart"
            aria-pressed={false}
            aria-label={`${words.saveToWishlist} ${card.title}`}
          />
        )}
      </div>
    </article>
  );
}
