import type { SuggestedLink } from '#client/header/ask-suggestions.ts';
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
}

/** Words to go by, in a line, or with pictures as a row of tiles; nothing where there are none. */
export default function SuggestedLinks({ name, list, linkAt, from }: Props) {
  if (list.length === 0) return null;
  const hasPictures = list.some(({ picture }) => picture);
  return (
    <div className={hasPictures ? 'suggested-links suggested-tiles' : 'suggested-links'}>
      {name && <span className="quiet">{name}</span>}
      {list.map(({ title, path, picture }, at) => (
        <a
          key={path}
          ref={linkAt(from + at)}
          className={hasPictures ? '' : 'link-row'}
          href={localPath(path)}
        >
          {hasPictures && <SuggestedPicture picture={picture} sizes="(width > 1024px) 320px, 130px" />}
          <span>{title}</span>
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
  return <img {...pictureSource(picture, 'webp', 640)} sizes={sizes} width="200" height="250" alt="" />;
}
