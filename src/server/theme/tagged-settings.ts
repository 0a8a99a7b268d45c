/** Reads settings of the theme for an answer, which is forgotten when one of them changes. */

import { createHash } from 'node:crypto';
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Setting, SettingKey } from './settings.ts';
import type { readTheme } from './store.ts';

interface Look {
  tokens: Setting<'tokens'>;
  header: Setting<'header'>;
  footer: Setting<'footer'>;
  trust: Setting<'trust'>;
}

/** Writes the sheet. The settings' schemas let no value through that could end its declaration. */
export function themeCss({ tokens, header, footer, trust }: Look): string {
  const root = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  root.push(
    `--header-height:${header.headerHeight}px`,
    `--menu-height:${header.menuHeight}px`,
    `--header-mobile-height:${header.headerMobileHeight}px`,
    `--logo-width:${header.logoWidth}px`,
    `--logo-mobile-width:${header.logoMobileWidth}px`,
    `--notice-color:${header.bgColor}`,
    `--on-notice:${header.fontColor}`,
    `--trust-color:${trust.topic_color}`,
  );
  const columns = footer.menus.map(
    (entry, index) => `.footer-column-${index + 1}{--column-width:${entry.width}%}`,
  );
  const badges = Object.values(header.menuCustom).map(
    (badge, index) =>
      `.menu-badge-${index + 1}{background:${badge.popperColor};color:${badge.textColor};` +
      `border-radius:${badge.shapeType === 1 ? 0 : 10}px}`,
  );
  return [`:root{${root.join(';')}}`, ...columns, ...badges].join('\n');
}

/** Part of a sheet's address: changes with its content, so the sheet can be cached for ever. */
export function themeHash(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12);
}

/** @param read where settings come from: the database, or an editor's drafts before it */
export function taggedSettings(read: typeof readTheme) {
  /** Reads a setting and says so, so that pages made from it are forgotten when it changes. */
  function setting<Key extends SettingKey>(context: Context, key: Key): Promise<Setting<Key>> {
    context.tag(tags.setting(key));
    return read(context.services.db.read, key);
  }

  async function sheet(context: Context) {
    const [tokens, header, footer, trust] = await Promise.all([
      setting(context, 'tokens'),
      setting(context, 'header'),
      setting(context, 'footer'),
      setting(context, 'trust'),
    ]);
    const css = themeCss({ tokens, header, footer, trust });
    return { css, hash: themeHash(css) };
  }

  return { setting, sheet };
}
