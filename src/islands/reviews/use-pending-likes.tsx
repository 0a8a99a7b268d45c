import { type RefObject, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Like } from './Like.tsx';

/**
 * Hydrates the like buttons of the review cards in the page's HTML. The cards themselves are not hydrated, because the page would
 * then contain their texts twice: in the HTML and in an island's props.
 * @param list element that contains the cards while `hasPageReviews` is true
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
    // React does not allow a root to be unmounted synchronously during rendering.
    return () =>
      queueMicrotask(() => {
        for (const root of roots) root.unmount();
      });
  }, [list, hasPageReviews]);
}
