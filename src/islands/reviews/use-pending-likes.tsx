import { type RefObject, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Like } from './Like.tsx';

/**
 * Hydrates the likes of the cards that the page contains. The cards themselves stay HTML: as props of an island, their texts
 * would be sent twice.
 * @param list contains them while `hasPageReviews`
 */
export function usePendingLikes(list: RefObject<HTMLElement | null>, hasPageReviews: boolean): void {
  useLayoutEffect(() => {
    if (!hasPageReviews) return;
    const likes = list.current!.getElementsByClassName('like') as HTMLCollectionOf<HTMLButtonElement>;
    const roots = Array.from(likes, (button) => {
      const [label = '', count] = Array.from(button.children, ({ textContent }) => textContent ?? '');
      return hydrateRoot(
        button.parentElement!,
        <Like review={{ id: Number(button.value), like_num: Number(count) || 0 }} label={label} />,
      );
    });
    // React rejects a synchronous unmount while it renders.
    return () =>
      queueMicrotask(() => {
        for (const root of roots) root.unmount();
      });
  }, [list, hasPageReviews]);
}
