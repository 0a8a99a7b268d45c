import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { offerPath } from './Banner.tsx';

type Hint = CallData<Endpoints['GET /api/v2/cart/empty/discount']>[number];

/** An empty bag: active promotions as hints (BAG-16) and the way back (BAG-17). */
export function EmptyBag({ words }: { words: BagWords }) {
  const [hints, setHints] = useState<Hint[] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    api('GET /api/v2/cart/empty/discount', undefined, { signal: gone.signal }).then(
      (answer) => !gone.signal.aborted && setHints(answer.data ?? []),
    );
    return () => gone.abort();
  }, []);
  return (
    <div className={hints ? 'bag-empty' : 'bag-empty bag-soon'}>
      <p className="bag-empty-title">{words.text('emptyBag')}</p>
      <a className="button" href={localPath('/')}>
        {words.text('continueShopping')}
      </a>
      {hints && hints.length > 0 && (
        <section className="bag-hints" aria-labelledby="bag-hints">
          <p className="eyebrow" id="bag-hints">
            {words.text('offersNow')}
          </p>
          <ul>
            {hints.map((hint) => (
              <li key={hint.seo_url || words.hint(hint)}>
                <a href={localPath(offerPath(hint.seo_url))}>{words.hint(hint)}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
