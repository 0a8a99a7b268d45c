/** Reads settings of the theme for an answer, which is forgotten when one of them changes. */
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Setting, SettingKey } from './settings.ts';
import type { readTheme } from './store.ts';
import { themeCss, themeHash } from './theme-css.ts';

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
