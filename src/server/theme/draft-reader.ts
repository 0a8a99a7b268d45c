/** Lets an editor preview draft settings, which override the settings in the database for one render. */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';
import { defaultIssueMessage, formatFieldPath } from '../core/schema-problem.ts';
import { type SettingKey, settingSchemas } from './settings.ts';
import { readThemeSetting } from './store.ts';

/**
 * Returns a settings reader that returns a draft if there is one, otherwise the stored setting.
 * @param settings draft settings by key, in the format of stored settings
 * @throws Failure 10001 that names the first invalid value
 */
export function createDraftReader(settings: Record<string, unknown>): typeof readThemeSetting {
  const drafts = new Map<string, unknown>();
  for (const [key, value] of Object.entries(settings)) {
    if (!Object.hasOwn(settingSchemas, key))
      throw new Failure(codes.badParameter, `There is no setting "${key}".`);
    const parsed = settingSchemas[key as SettingKey].safeParse(value, { error: defaultIssueMessage });
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!;
      throw new Failure(codes.badParameter, `${formatFieldPath([key, ...path])} ${message}.`);
    }
    drafts.set(key, parsed.data);
  }
  return async (db, key) => (drafts.has(key) ? (drafts.get(key) as never) : readThemeSetting(db, key));
}
