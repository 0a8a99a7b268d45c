import { localPath } from '#client/language/local-path.ts';
import type { WishlistTexts } from './texts.ts';

/** Renders a message instead of an empty wishlist, and a link back to the shop. */
export function EmptyList({ title, hint, back }: { title: string; hint?: string; back: string }) {
  return (
    <div className="wishlist-empty">
      <p className="wishlist-empty-title">{title}</p>
      {hint && <p className="quiet">{hint}</p>}
      <a className="button" href={localPath('/')}>
        {back}
      </a>
    </div>
  );
}

/** Renders a loading message, or a retry button if loading failed. */
export function WishlistLoading({
  words: texts,
  onAgain,
}: {
  words: WishlistTexts;
  onAgain: (() => void) | null;
}) {
  if (!onAgain)
    return (
      <p className="wishlist-note quiet" aria-busy="true">
        {texts.updating}
      </p>
    );
  return (
    <div className="wishlist-note">
      <p>{texts.wishlistLost}</p>
      <button type="button" className="button button-plain" onClick={onAgain}>
        {texts.tryAgain}
      </button>
    </div>
  );
}
