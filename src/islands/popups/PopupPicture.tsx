import type { Picture } from '#lib/media/picture.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';

/** Widest form a popup shows, px: twice its half of the dialog. */
const widest = 960;

/** @param image of the shop, or its address */
export function PopupPicture({ image }: { image: Picture | string }) {
  if (typeof image === 'string') return <img className="popup-picture" src={image} alt="" />;
  const sizes = '(width > 720px) 400px, 100vw';
  return (
    <picture className="popup-picture">
      <source type="image/avif" srcSet={pictureSource(image, 'avif', widest).srcset} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSource(image, 'webp', widest).srcset} sizes={sizes} />
      <img
        src={pictureSource(image, 'jpeg', widest).src}
        width={image.width}
        height={image.height}
        alt={image.alt}
        style={{ backgroundColor: image.color }}
      />
    </picture>
  );
}
