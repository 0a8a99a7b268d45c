/**
 * What an address of a merchant's may be (R91). Browsers read `\` as `/` and pass over tabs and line ends, so a path must not begin with
 * two of either kind, nor hold such a break: `/\evil.example` and `/<tab>/evil.example` are another site.
 */
const path = '\\/(?![/\\\\])[^\\t\\n\\r]*';

/** A path of this shop, with or without a query. */
export const ownPath = new RegExp(`^${path}$`);

/** A path, a place on the page, the web, mail or telephone. '' is no link. */
export const linkAddress = new RegExp(`^(|${path}|#.*|https?:\\/\\/.+|mailto:.+|tel:.+)$`);

/** A path, or a picture elsewhere by https. */
export const pictureAddress = new RegExp(`^(|${path}|https:\\/\\/.+)$`);
