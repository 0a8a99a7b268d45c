/** Reads theme settings for a response, and adds cache tags so that a change of a setting purges the response. */

import { createHash } from 'node:crypto';
import { readHeaderFooterOverrides } from '#lib/theme/header-footer-overrides.ts';
import { parsePageModel } from '#lib/theme/page-model.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Setting, SettingKey } from './settings.ts';
import type { readThemeSetting } from './store.ts';

/** Settings of header and footer, or only those settings that a page overrides. */
interface Frame {
  header: Partial<Setting<'header'>>;
  footer: Partial<Setting<'footer'>>;
}

interface Look {
  tokens: Setting<'tokens'>;
  header: Setting<'header'>;
  footer: Setting<'footer'>;
  trust: Setting<'trust'>;
  /** Header and footer settings that the home page overrides. */
  home: Frame;
}

/** Returns the stylesheet for the theme settings. The settings' schemas reject values that could end a CSS declaration. */
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

/**
 * Returns the CSS rules for footer columns and menu badges.
 * @param page selector of the pages to apply them to, with a trailing space; '' for all
 */
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

/** Returns the content hash for a stylesheet's URL, which lets browsers cache the stylesheet forever. */
export function themeHash(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12);
}

/**
 * Returns setting readers that add cache tags to the response.
 * @param read source of the settings: the database, or an editor's drafts that override it
 */
export function createSettingReaders(read: typeof readThemeSetting) {
  /** Reads a setting and adds its cache tag to the response, so that a change of the setting purges the page. */
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
    const home = readHeaderFooterOverrides(parsePageModel(models.home ?? {}));
    const css = themeCss({ tokens, header, footer, trust, home });
    return { css, hash: themeHash(css) };
  }

  return { setting, sheet };
}
