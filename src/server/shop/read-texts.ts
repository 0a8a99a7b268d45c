/** Reads the pages and articles of a merchant's folder: text files with front matter. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { pageRoutes } from '#lib/pages/page-routes.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { ArticleDraft, PageDraft } from '../content/pages-store.ts';
import { toHandle } from '../core/handles.ts';
import type { LoadImage } from '../media/image-loader.ts';
import { FileError, type FileErrors } from './file-error.ts';
import { misnamedFileReason } from './folder-file-names.ts';
import { loadAt, validateFileValue } from './read-file.ts';
import { parseTextFile } from './text-file.ts';

/** Handles of invalid files and entries by type; null if the handles could not be read. */
export type RefusedHandles = Partial<
  Record<'collection' | 'page' | 'article' | 'promotion', string[] | null>
>;

const pageFields = z.strictObject({
  title: z.string().min(1).max(255),
  handle: z.string().optional(),
  indexed: z.enum(['yes', 'no']).default('yes'),
  seo_title: z.string().max(255).default(''),
  seo_description: z.string().max(1000).default(''),
});

const articleFields = z.strictObject({
  title: z.string().min(1).max(255),
  handle: z.string().optional(),
  summary: z.string().max(1000).default(''),
  author: z.string().max(255).default(''),
  date: z.iso.date(),
  picture: z.string().optional(),
  seo_title: z.string().max(255).default(''),
  seo_description: z.string().max(1000).default(''),
});

/** Handles of built-in pages under /pages/, which would hide a merchant's page with the same handle. */
const builtInPages = pageRoutes.flatMap(({ path }) => /^\/pages\/([\w-]+)$/.exec(path)?.[1] ?? []);

/** Parses the text file of a page. @throws FileError */
export async function readPageFile(path: string, name: string, text: string): Promise<PageDraft> {
  const { fields, body } = parse(path, text);
  const { title, seo_title, seo_description, indexed, ...rest } = validateFileValue(path, pageFields, fields);
  const handle = textHandle(path, rest.handle ?? name, title);
  if (builtInPages.includes(handle)) {
    throw new FileError(path, `"${handle}" is a built-in page of the shop. Give this page another handle.`);
  }
  return {
    handle,
    title,
    body_html: sanitiseHtml(body),
    is_indexed: indexed === 'yes' ? 1 : 0,
    seo_title,
    seo_description,
  };
}

/**
 * Returns the handle of a page or article, taken from the field `handle` or the file name, otherwise derived from the title.
 * @throws FileError if neither has letters or digits
 */
function textHandle(path: string, written: string, title: string): string {
  const handle = toHandle(written) || toHandle(title);
  if (handle === '')
    throw new FileError(
      path,
      'Neither "handle" nor "title" has letters or digits. Write a handle such as about-us.',
    );
  return handle;
}

/** Parses the text file of an article. @throws FileError */
export async function readArticleFile(
  path: string,
  name: string,
  text: string,
  load: LoadImage,
): Promise<ArticleDraft> {
  const { fields, body } = parse(path, text);
  const { handle, date, picture, ...rest } = validateFileValue(path, articleFields, fields);
  return {
    ...rest,
    handle: textHandle(path, handle ?? name, rest.title),
    body_html: sanitiseHtml(body),
    media_id: picture === undefined ? null : (await loadAt(path, picture, load)).id,
    published_at: Date.parse(`${date}T08:00:00Z`),
  };
}

/** Reads every text file in `pages/` or `articles/`. Adds errors to `errors`, and the handles of invalid files to `refused`. */
export async function readTexts<Draft extends { handle: string }>(
  folder: string,
  kind: 'pages' | 'articles',
  errors: FileErrors,
  refused: RefusedHandles,
  read: (path: string, name: string, text: string) => Promise<Draft>,
): Promise<Draft[]> {
  const names = await readdir(join(folder, kind)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'ENOTDIR') throw error;
    errors.add(join(folder, kind), ['This must be a folder.']);
    refused[kind === 'pages' ? 'page' : 'article'] = null;
    return [];
  });
  const drafts: Draft[] = [];
  const files = new Map<string, string>();
  for (const name of names.sort()) {
    const path = join(folder, kind, name);
    errors.add(path, [misnamedFileReason(name, kind)].filter(Boolean));
    if (!name.endsWith('.txt')) continue;
    const draft = await errors.collect<Draft | null>(
      async () => read(path, basename(name, '.txt'), await readFile(path, 'utf8')),
      null,
    );
    if (!draft) {
      const text = kind === 'pages' ? 'page' : 'article';
      refused[text] = [...(refused[text] ?? []), toHandle(basename(name, '.txt'))];
      continue;
    }
    const other = files.get(draft.handle);
    if (other !== undefined)
      errors.add(path, [`${other} has the same handle "${draft.handle}". Give one of them another handle.`]);
    files.set(draft.handle, name);
    drafts.push(draft);
  }
  return drafts;
}

function parse(path: string, text: string) {
  try {
    return parseTextFile(text);
  } catch (error) {
    throw new FileError(path, (error as Error).message);
  }
}
