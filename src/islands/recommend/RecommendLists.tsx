import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  fetchBagRecommendationIds,
  fetchRecommendedList,
  type RecommendedList,
} from '#client/recommend/recommended.ts';

interface Props {
  /** Ids of the page's recommendation lists, in order; null on the bag page, where the browser fetches the ids. */
  ids: readonly number[] | null;
  /** Placeholder for the title of a list that is still loading. */
  title: string;
  /** Buttons that scroll a list sideways. */
  children?: ReactNode;
}

/**
 * Number of lists that load initially on most pages, number on the bag page, and maximum number of lists on a page (RECO-08,
 * RECO-09, RECO-11, RECO-12).
 */
export const initialListCount = 2;
export const initialBagListCount = 1;
export const maxLists = 10;

/**
 * Renders the recommendation lists of a page (RECO-01). The first lists load at once, and one more each time the last list scrolls
 * into view (RECO-10). Empty cards reserve the space of a loading list. A list without products is removed.
 */
export default memo(function RecommendLists({ ids, title, children }: Props) {
  const isBag = ids === null;
  const [productIds, setProductIds] = useState(ids ?? []);
  const [count, setCount] = useState(isBag ? initialBagListCount : initialListCount);
  const [lists, setLists] = useState<ReadonlyMap<number, RecommendedList | null>>(new Map());
  const requested = useRef(new Set<number>());
  const last = useRef<HTMLElement>(null);

  const possible = productIds.slice(0, maxLists);
  const loading = possible.slice(0, count);
  const places = loading.filter((id) => lists.get(id) !== null);
  const isSettled = loading.every((id) => lists.has(id));
  const hasMore = loading.length < possible.length;

  useEffect(() => {
    if (isBag) void fetchBagRecommendationIds().then(setProductIds);
  }, [isBag]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two determine the lists to load
  useEffect(() => {
    for (const id of loading) {
      if (requested.current.has(id)) continue;
      requested.current.add(id);
      void fetchRecommendedList(id, isBag).then((list) =>
        setLists((before) => new Map(before).set(id, list)),
      );
    }
  }, [productIds, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded list needs a new observer
  useEffect(() => {
    if (!isSettled || !hasMore) return;
    const loadNext = () => setCount((before) => before + 1);
    if (!last.current) return loadNext();
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) loadNext();
    });
    observer.observe(last.current);
    return () => observer.disconnect();
  }, [isSettled, hasMore, count]);

  return places.map((id, at) => {
    const list = lists.get(id);
    return (
      // The key creates a new element once the cards are rendered, because the scroll buttons measure the cards only when the
      // buttons are connected to the DOM.
      <section
        key={list ? id : `place ${id}`}
        ref={at === places.length - 1 ? last : null}
        className={isBag ? 'section' : 'section wrap'}
        data-list={id}
        data-carousel={isBag ? '' : undefined}
        aria-labelledby={`recommend-${id}`}
        inert={!list}
      >
        <div className="section-head">
          <h2 id={`recommend-${id}`}>
            {list?.url ? <a href={list.url}>{list.title}</a> : (list?.title ?? title)}
          </h2>
          {list && children}
        </div>
        {list ? <Cards html={list.html} isCarousel={isBag} /> : <EmptyCards />}
      </section>
    );
  });
});

/** Renders the cards of a list, on the bag page as a carousel that shows one product at a time (RECO-28). */
function Cards({ html, isCarousel }: { html: string; isCarousel: boolean }) {
  useEffect(() => {
    if (isCarousel)
      void import('#client/carousel/carousel.ts').then(
        ({ mountCarousels }) => mountCarousels(),
        () => {},
      );
  }, [isCarousel]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the cards are rendered and escaped by the shop's server
  return <ul className="shelf" data-track="" dangerouslySetInnerHTML={{ __html: html }} />;
}

function EmptyCards() {
  return (
    <ul className="shelf">
      {[1, 2, 3, 4].map((at) => (
        <li key={at}>
          <div className="card">
            <div className="card-frame" />
          </div>
        </li>
      ))}
    </ul>
  );
}
