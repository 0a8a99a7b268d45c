import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { promotionOrHomePath } from './Banner.tsx';

type Hint = ResponseData<Endpoints['GET /api/v2/cart/empty/discount']>[number];

/** Maximum number of promotion messages. More would be too many links, and each message is also displayed at the promotion's products. */
const maxHints = 3;

/** Renders the empty bag: messages of active promotions (BAG-16) and a link back to the shop (BAG-17). */
export function EmptyBag({ words: texts }: { words: BagTexts }) {
  const [hints, setHints] = useState<Hint[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    api('GET /api/v2/cart/empty/discount', undefined, { signal: controller.signal }).then(
      (answer) => !controller.signal.aborted && setHints(answer.data ?? []),
    );
    return () => controller.abort();
  }, []);
  return (
    <div className={hints ? 'bag-empty' : 'bag-empty bag-soon'}>
      <EmptyBasket />
      <div className="bag-empty-text">
        <p className="bag-empty-title">{texts.text('emptyBag')}</p>
        <p className="quiet">{texts.text('emptyBagHint')}</p>
        <a className="button" href={localPath('/')}>
          {texts.text('continueShopping')}
        </a>
      </div>
      {hints && hints.length > 0 && (
        <section className="bag-hints" aria-labelledby="bag-hints">
          <p className="small quiet" id="bag-hints">
            {texts.text('offersNow')}
          </p>
          <ul>
            {hints.slice(0, maxHints).map((hint) => (
              <li key={hint.seo_url || texts.hint(hint)}>
                <a href={localPath(promotionOrHomePath(hint.seo_url))}>{texts.hint(hint)}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function EmptyBasket() {
  return (
    <svg className="bag-drawing" viewBox="0 0 240 200" aria-hidden="true">
      <path className="bag-floor" d="M16 176h208" />
      <path d="M62 70h92l10 106H52z" />
      <path d="M84 84V60a24 24 0 0 1 48 0v24" />
      <path d="M182 176v-34c0-8-6-12-6-22h28c0 10-6 14-6 22v34zM190 120c0-34-4-52-16-70M191 92c8-6 16-8 22-18M186 72c-12-2-18-8-22-16" />
      <path
        className="bag-leaf"
        d="M174 50c-10-4-14-12-12-22 10 4 14 12 12 22zM213 74c0-10 5-16 14-18 1 10-4 17-14 18zM164 56c-10 2-17-2-20-10 10-2 17 2 20 10z"
      />
    </svg>
  );
}
