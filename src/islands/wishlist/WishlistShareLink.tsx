import { useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import type { WishlistTexts } from './texts.ts';

interface Props {
  texts: WishlistTexts;
  /** Path of the page with the shared wishlist; '' while the wishlist is not shared, null if the account could not be queried. */
  url: string | null;
  onChange: (url: string) => void;
  /** True if the shopper is logged in. */
  isIn: boolean;
}

/** Renders the share link of the wishlist; the shopper can create, copy and revoke the link (R170). */
export function WishlistShareLink({ texts, url, onChange, isIn }: Props) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  if (!isIn)
    return (
      <p className="wishlist-share">
        <a href={`${localPath('/login')}?return_url=${encodeURIComponent(localPath('/wishlist'))}`}>
          {texts.wishlistLogin}
        </a>
      </p>
    );
  if (url === null) return null;
  const change = async (row: 'POST' | 'DELETE') => {
    if (isBusy) return;
    setBusy(true);
    const { code, msg, data } = await api(`${row} /api/v1/storefront/customer/wishlist/share`, { body: {} });
    setBusy(false);
    setProblem(code === 0 ? '' : msg);
    if (code !== 0 || !data) return announce(msg);
    onChange(data.share_url);
    announce(data.share_url === '' ? texts.wishlistUnshared : texts.wishlistShareHint);
  };
  const address = location.origin + localPath(url);
  const copy = async (field: HTMLInputElement) => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      announce(texts.copySuccess);
      setProblem(texts.copySuccess);
    } catch {
      // The browser denied clipboard access. The link is selected, so the shopper can copy it manually.
    }
  };
  return (
    <section className="wishlist-share" aria-labelledby="wishlist-share">
      <h2 id="wishlist-share">{texts.wishlistShare}</h2>
      <p className="small quiet">{texts.wishlistShareHint}</p>
      {url === '' ? (
        <button
          type="button"
          className="button button-plain"
          aria-busy={isBusy}
          onClick={() => change('POST')}
        >
          {texts.wishlistShare}
        </button>
      ) : (
        <form
          className="wishlist-link"
          onSubmit={(event) => {
            event.preventDefault();
            void copy(event.currentTarget.elements.namedItem('link') as HTMLInputElement);
          }}
        >
          <label className="field">
            <span className="label">{texts.wishlistLink}</span>
            <input className="input" name="link" readOnly value={address} dir="ltr" />
          </label>
          <button type="submit" className="button button-plain">
            {texts.wishlistCopy}
          </button>
          <button type="button" className="wish-link" aria-busy={isBusy} onClick={() => change('DELETE')}>
            {texts.wishlistUnshare}
          </button>
        </form>
      )}
      {problem && <p className="small">{problem}</p>}
    </section>
  );
}
