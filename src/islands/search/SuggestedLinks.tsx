import type { SuggestedLink } from '#client/header/suggested.ts';
import { localPath } from '#client/language/local-path.ts';
import type { PictureData } from '#lib/contract/product.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';

interface Props {
  /** What they are; left out where what was typed says so. */
  name?: string;
  list: readonly SuggestedLink[];
  /** Takes a link for its place among all that the arrow keys reach. */
  linkAt: (at: number) => (link: HTMLAnchorElement | null) => void;
  /** Place of the first one. */
  from: number;
  /** There is no room for tiles. */
  isNarrow?: boolean;
}

/** Words to go by, in a line, or with pictures as a row of tiles; nothing where there are none. */
export default function SuggestedLinks({ name, list, linkAt, from, isNarrow }: Props) {
  if (list.length === 0) return null;
  return (
    <div className="suggested-links">
      {name && <span className="quiet">{name}</span>}
      {list.map(({ title, path, picture }, at) => (
        <a key={path} ref={linkAt(from + at)} className="link-row" href={localPath(path)}>
          {picture !== undefined && (
            <SuggestedPicture
              picture={picture}
              sizes={isNarrow ? '130px' : '(width > 1024px) 470px, 130px'}
            />
          )}
          {title}
        </a>
      ))}
    </div>
  );
}

interface PictureProps {
  picture?: PictureData | null | undefined;
  /** How wide it is drawn, as `sizes` says it, with what its frame cuts off. */
  sizes: string;
}

/** What a suggestion looks like; a free place where nothing shows it. */
export function SuggestedPicture({ picture, sizes }: PictureProps) {
  if (!picture) return <span className="suggestion-blank" />;
  const { src, srcset } = pictureSource(picture, 'webp', 800);
  return <img src={src} srcSet={srcset} sizes={sizes} alt="" />;
}
