/** The markup of a recommended product's card before it is filled, the same as ProductCard.astro's; `mount-lists.ts` fills it. */

const sizes = '(width > 720px) 25vw, 62vw';

export const cardTemplate = `<li><article class="card"><div class="card-frame"><picture class="card-picture"><source type="image/avif" sizes="${sizes}"><source type="image/webp" sizes="${sizes}"><img alt="" loading="lazy" decoding="async"></picture><span class="badge card-badge"></span></div><div class="card-text"><h3 class="card-title"><a href="/">Product</a></h3><span class="price"><span class="price-now"><span class="visually-hidden price-hint">Now </span><span class="price-from">From </span><span data-amount></span></span> <s class="price-was"><span class="visually-hidden">Before </span><span data-amount></span></s></span></div></article></li>`;

/** A card that keeps the place until the list is there. */
export const emptyCard = '<li class="card"><div class="card-frame"></div><div class="card-text"></div></li>';
