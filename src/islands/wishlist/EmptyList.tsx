import { localPath } from '#client/language/local-path.ts';

/** Nothing to show, and the way back. */
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
