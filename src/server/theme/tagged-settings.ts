/** Reads settings of the theme for an answer, which is forgotten when one of them changes. */

import { createHash } from 'node:crypto';
import { frameOverrides } from '#lib/theme/frame-sections.ts';
import { readModel } from '#lib/theme/page-model.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Setting, SettingKey } from './settings.ts';
import type { readTheme } from './store.ts';

/** Settings of header and footer, or as many of them as a page changes. */
interface Frame {
  header: Partial<Setting<'header'>>;
  footer: Partial<Setting<'footer'>>;
}

interface Look {
  tokens: Setting<'tokens'>;
  header: Setting<'header'>;
  footer: Setting<'footer'>;
  trust: Setting<'trust'>;
  /** What the home page's model changes of header and footer. */
  home: Frame;
}

/** Writes the stylesheet. The settings' schemas let no value through that could end its declaration. */
export function themeCss({ tokens, header, footer, trust, home }: Look): string {
  const root = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  root.push(...frameValues(header), `--trust-color:${trust.topic_color}`);
  const homeValues = frameValues(home.header);
  return [
    `:root{${root.join(';')}}`,
    ...frameRules('', { header, footer }),
    ...(homeValues.length > 0 ? [`:root[data-page=home]{${homeValues.join(';')}}`] : []),
    ...frameRules('[data-page=home] ', home),
  ].join('\n');
}

function frameValues(header: Frame['header']): string[] {
  const pixels = (value: number | undefined) => (value === undefined ? undefined : `${value}px`);
  const values = {
    'header-height': pixels(header.headerHeight),
    'menu-height': pixels(header.menuHeight),
    'header-mobile-height': pixels(header.headerMobileHeight),
    'logo-width': pixels(header.logoWidth),
    'logo-mobile-width': pixels(header.logoMobileWidth),
    'notice-color': header.bgColor,
    'on-notice': header.fontColor,
  };
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : `--${name}:${value}`));
}

/** @param page selector of the pages that the rules are for, with a space after it; '' for all */
function frameRules(page: string, { header, footer }: Frame): string[] {
  const columns = (footer.menus ?? []).map(
    (entry, index) => `${page}.footer-column-${index + 1}{--column-width:${entry.width}%}`,
  );
  const badges = Object.values(header.menuCustom ?? {}).map(
    (badge, index) =>
      `${page}.menu-badge-${index + 1}{background:${badge.popperColor};color:${badge.textColor};` +
      `border-radius:${badge.shapeType === 1 ? 0 : 10}px}`,
  );
  return [...columns, ...badges];
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
    context.tag(tags.settingPart('models', 'home'));
    const [tokens, header, footer, trust, models] = await Promise.all([
      setting(context, 'tokens'),
      setting(context, 'header'),
      setting(context, 'footer'),
      setting(context, 'trust'),
      read(context.services.db.read, 'models'),
    ]);
    const home = frameOverrides(readModel(models.home ?? {}));
    const css = themeCss({ tokens, header, footer, trust, home });
    return { css, hash: themeHash(css) };
  }

  return { setting, sheet };
}
