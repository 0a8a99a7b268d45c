import type { SuggestedLink } from '#client/header/group-suggestions.ts';
import { localPath } from '#client/language/local-path.ts';
import type { WireImage } from '#lib/contract/product.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';

interface Props {
  /** Label; omitted if the typed text explains the links. */
  name?: string;
  list: readonly SuggestedLink[];
  /** Registers a link at its position among all that the arrow keys reach. */
  linkAt: (at: number) => (link: HTMLAnchorElement | null) => void;
  /** Position of the first link. */
  from: number;
  /** There is no room for tiles. */
  isNarrow?: boolean;
}

/** Renders suggested links in a line, or with pictures as a row of tiles; nothing for an empty list. */
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
  /** Displayed width, as for the attribute `sizes`, including what the frame crops. */
  sizes: string;
}

/** Renders the picture of a suggestion, or a blank if it has none. */
export function SuggestionImage({ picture, sizes }: PictureProps) {
  if (!picture) return <span className="suggestion-blank" />;
  const { src, srcset } = getImageSources(picture, 'webp', 800);
  return <img src={src} srcSet={srcset} sizes={sizes} alt="" />;
}
