/** Renders sitemap files (sitemaps.org): one index, and one or more files for each part of the catalogue. */
import { escapeHtml as xml } from '#lib/escape-html.ts';
import { getSocialImage } from '#lib/media/image.ts';
import { alternateLinks, type ShopLanguage } from './alternate-links.ts';
import { canonicalUrl } from './paths.ts';

export interface SitemapEntry {
  path: string;
  /** Time of the last change, ms UTC. */
  updated_at?: number;
  picture?: { id: string; width: number; height: number } | null;
}

/** Limit of the sitemap protocol for URLs per file; maxBytes is its limit for uncompressed bytes. */
const maxUrls = 50_000;
const maxBytes = 50 * 1024 * 1024;
/** Maximum number of entries that are read and written at once. */
const maxEntries = 10_000;

/**
 * Returns the number of entries that always fit into a file. Each entry is written once per language, with links to all languages.
 * @param maxPathLength length of the longest path, as written in the file
 */
export function entriesPerFile(
  origin: string,
  maxPathLength: number,
  languages: readonly ShopLanguage[],
): number {
  const picture = { id: 'x'.repeat(64), width: 1280, height: 1280 };
  const longestEntry = { path: '/'.padEnd(maxPathLength, 'x'), updated_at: 1, picture };
  const bytes = renderSitemapFile(origin, [longestEntry], languages).length;
  return Math.max(1, Math.floor(Math.min(maxEntries, maxUrls / languages.length, maxBytes / bytes)));
}

/** Renders the sitemap index. @param paths paths of the sitemap files */
export function renderSitemapIndex(origin: string, paths: readonly string[]): string {
  const files = paths.map((path) => `<sitemap><loc>${xml(origin + path)}</loc></sitemap>`);
  return document('sitemapindex', '', files);
}

/**
 * Renders a sitemap file.
 * @param languages languages of the shop, its own first: every page is listed in each language, with links to the others
 */
export function renderSitemapFile(
  origin: string,
  entries: readonly SitemapEntry[],
  languages: readonly ShopLanguage[],
): string {
  const urls = entries.flatMap(({ path, updated_at, picture }) => {
    const day = updated_at ? `<lastmod>${new Date(updated_at).toISOString().slice(0, 10)}</lastmod>` : '';
    const image = picture
      ? `<image:image><image:loc>${xml(origin + getSocialImage(picture).path)}</image:loc></image:image>`
      : '';
    const links = alternateLinks(languages, origin, path).map(
      ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${xml(hreflang)}" href="${xml(href)}"/>`,
    );
    const about = links.join('') + day + image;
    return languages.map(
      ({ prefix }) => `<url><loc>${xml(canonicalUrl(origin + prefix, path))}</loc>${about}</url>`,
    );
  });
  const namespaces = ` xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return document('urlset', namespaces, urls);
}

function document(root: string, attributes: string, lines: readonly string[]): string {
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${attributes}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...lines, `</${root}>`, ''].join('\n');
}
