import type { SuggestedLink } from '#client/header/group-suggestions.ts';
import { localPath } from '#client/language/local-path.ts';
import type { WireImage } from '#lib/contract/product.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';

interface Props {
  /** Label in front of the links; omitted for links that match the entered text, which need no label. */
  name?: string;
  list: readonly SuggestedLink[];
  /** Returns a ref callback that registers the link at position `at` of the arrow-key navigation. */
  linkAt: (at: number) => (link: HTMLAnchorElement | null) => void;
  /** Position of the first link in the arrow-key navigation. */
  from: number;
  /** True if there is no room for tiles. */
  isNarrow?: boolean;
}

/** Renders suggested links in a line or, if they have images, as a row of tiles. Renders nothing for an empty list. */
export default function SuggestedLinks({ name, list, linkAt, from, isNarrow }: Props) {
  if (list.length === 0) return null;
  return (
    <div className="suggested-links">
      {name && <span className="quiet">{name}</span>}
      {list.map(({ title, path, picture }, at) => (
        <a key={path} ref={linkAt(from + at)} className="link-row" href={localPath(path)}>
          {picture !== undefined && (
            <SuggestionImage picture={picture} sizes={isNarrow ? '130px' : '(width > 1024px) 470px, 130px'} />
          )}
          {title}
        </a>
      ))}
    </div>
  );
}

interface PictureProps {
  picture?: WireImage | null | undefined;
  /** Displayed width in the format of the attribute `sizes`, including the cropped part of the image. */
  sizes: string;
}

/** Renders the image of a suggestion, or an empty placeholder if it has none. */
export function SuggestionImage({ picture, sizes }: PictureProps) {
  if (!picture) return <span className="suggestion-blank" />;
  const { src, srcset } = getImageSources(picture, 'webp', 800);
  return <img src={src} srcSet={srcset} sizes={sizes} alt="" />;
}
