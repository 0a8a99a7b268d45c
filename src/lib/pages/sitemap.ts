/** Sitemap files (sitemaps.org): one index, and a file for every part of the catalogue. */
import { pictureUrl } from '#lib/media/picture.ts';
import { canonicalFor } from './addresses.ts';

export interface SitemapEntry {
  path: string;
  /** ms UTC. */
  updated_at?: number;
  picture?: { id: string; width: number } | null;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const xml = (text: string) => text.replace(/[&<>"']/g, (mark) => escapes[mark]!);

/** @param paths of the sitemap files */
export function sitemapIndex(origin: string, paths: readonly string[]): string {
  const files = paths.map((path) => `<sitemap><loc>${xml(origin + path)}</loc></sitemap>`);
  return document('sitemapindex', '', files);
}

export function sitemapFile(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, updated_at, picture }) => {
    const day = updated_at ? `<lastmod>${new Date(updated_at).toISOString().slice(0, 10)}</lastmod>` : '';
    const image = picture
      ? `<image:image><image:loc>${xml(origin + pictureUrl(picture.id, Math.min(picture.width, 1280), 'jpeg'))}</image:loc></image:image>`
      : '';
    return `<url><loc>${xml(canonicalFor(origin, path))}</loc>${day}${image}</url>`;
  });
  return document('urlset', ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"', urls);
}

function document(root: string, attributes: string, lines: readonly string[]): string {
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${attributes}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...lines, `</${root}>`, ''].join('\n');
}
