/** Schema of the setting `popups`: popups and announcement bars from `popups.json` (R01, R03, R05, R06, R52). */
import { z } from 'zod';
import { timestampMs } from '#lib/contract/fields.ts';
import { wireImage } from '#lib/contract/product.ts';
import { linkUrlPattern, shopPathPattern } from '#lib/contract/safe-url.ts';
import { color } from '#lib/contract/wire-theme.ts';
import { homePageAlias } from '#lib/marketing/pages-without-popups.ts';
import { popupEvents } from '#lib/marketing/popup-events.ts';
import { pageRoutes } from '#lib/pages/page-routes.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { SettingValue } from '../settings/store.ts';

const text = (maxLength: number) => z.string().trim().max(maxLength);
const longText = text(2000).default('');
/** Id of a popup's element. The prefix keeps it from clashing with ids of the page. */
const elementId = z
  .string()
  .regex(/^(|popup-[\w-]{1,40})$/, 'must begin with popup-')
  .default('');
const unit = z.literal([1, 2, 3, 4]);
const amount = z.number().min(0).max(100_000);
const event = z.enum(popupEvents);
const pageTypes = [homePageAlias, ...new Set(pageRoutes.flatMap(({ type }) => type ?? []))];

const countdown = {
  countType: z
    .literal([0, 1, 2])
    .default(0)
    .describe('Countdown: 0 none, 1 until endTime, 2 for duration from the first view of the visitor (R53).'),
  endTime: z
    .union([z.iso.datetime({ offset: true }), z.literal(''), timestampMs])
    .default('')
    .describe('End of the countdown, for countType 1: ISO 8601 with a time zone, or ms UTC. Empty: none.'),
  duration: amount.default(0).describe('Length of the countdown, for countType 2, in durationUnit.'),
  durationUnit: unit.default(2).describe('Unit of duration: 1 seconds, 2 minutes, 3 hours, 4 days.'),
};

/** Schema of `json_config` for popups of types 1 to 4, and for the texts of type 8. */
const pages = z.strictObject({
  modalId: elementId.describe('Id of the popup’s element in html_content.'),
  firstPageId: elementId.describe('Id of the first page’s element in html_content.'),
  secondPageId: elementId.describe('Id of the second page’s element in html_content.'),
  firstPage: z
    .strictObject({
      activityType: z
        .literal([1, 2, 3, 4])
        .default(1)
        .describe(
          'Target of the button: 1 a promotion, 2 a collection, 3 a product, 4 no link, activityText is a code to copy (R53).',
        ),
      activityUrl: z
        .string()
        .regex(/^(?:[\p{L}\p{M}\p{N}_-]|\u200C|\u200D){0,255}$/u, 'must be a handle')
        .default('')
        .describe('Handle of the target.'),
      activityText: text(100).default('').describe('Text of the button, or the code.'),
      ...countdown,
      title: text(120).default('').describe('Title.'),
      text: longText.describe('Text.'),
      buttonText: text(60).default('').describe('Text of the submit button.'),
      image: z
        .union([
          z.literal(''),
          z.string().max(2048).regex(shopPathPattern, 'must be a path of this shop'),
          wireImage,
        ])
        .default('')
        .describe('Image: a path of this shop, or {"file", "alt"} of media/. Empty: none.'),
    })
    .prefault({})
    .describe('First page: the message.'),
  secondPage: z
    .strictObject({
      title: text(120).default('').describe('Title.'),
      text: longText.describe('Text.'),
      code: text(64).default('').describe('Coupon code.'),
    })
    .prefault({})
    .describe('Second page, after the email address is sent.'),
});

/** Schema of `json_config` for announcement bars, types 5 to 7. */
const bar = z.strictObject({
  position: z
    .literal([1, 2, 3])
    .default(1)
    .describe('Position of the bar: 1 top, 2 below the header, 3 bottom.'),
  layOut: z.literal([1, 2, 3]).default(1).describe('Screens: 1 all, 2 wide screens, 3 phones.'),
  link: z
    .string()
    .regex(linkUrlPattern, 'must be a path of this shop or a URL')
    .default('')
    .describe('Link of the bar: a path of this shop or a URL. Empty: no link.'),
  ...countdown,
  modalId: elementId.describe('Id of the bar’s element in html_content.'),
  text: text(300).default('').describe('Text of the bar. Empty: heading.'),
  code: text(64).default('').describe('Code to copy, for type 6.'),
  bgColor: color.or(z.literal('')).default('').describe('Background colour. Empty: the colour of the theme.'),
  fontColor: color.or(z.literal('')).default('').describe('Text colour. Empty: the colour of the theme.'),
});

const common = {
  id: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .describe('Number of the popup, unique. Browsers use it to remember what they have shown.'),
  enabled: z.boolean().default(true).describe('false: the popup is off.'),
  heading: text(120).default('').describe('Heading of the popup.'),
  html_content: z
    .string()
    .max(20_000)
    .default('')
    .describe('Your own HTML instead of the built-in layout. Scripts and event handlers are removed.'),
  display_frequency: z
    .literal([1, 2, 3, 4, 5, 6])
    .default(1)
    .describe(
      '1 once, 2 once per session, 3 display_times times, 4 again after display_times days, 5 on every page, 6 until it is closed. Popups with an event: 1 to 3.',
    ),
  display_times: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(1)
    .describe('Number of times or days, for display_frequency 3 and 4.'),
  display_type: z
    .literal([1, 2, 3])
    .default(1)
    .describe(
      '1 centred over a mask, 2 in the corner, 3 full screen on phones and centred on wide screens. Bars ignore it (R52).',
    ),
  display_page: z
    .union([z.literal('all'), z.array(z.enum(pageTypes)).max(40)])
    .default('all')
    .describe(
      '"all", or page types. The pages for login, registration, setting a new password, checkout and the payment result never show popups.',
    ),
  trigger_type: z
    .literal([1, 2])
    .default(1)
    .describe(
      'Without an event: 1 after delay_time, 2 when the mouse leaves the window. With an event: 2 waits for delay_time.',
    ),
  delay_time: amount.default(0).describe('Delay, in delay_unit.'),
  delay_unit: unit
    .default(1)
    .describe(
      'Unit of delay_time. Without an event: 1 seconds, others minutes. With an event: 1 seconds, 2 minutes, 3 hours, 4 days.',
    ),
};
const barPopup = z.strictObject({
  ...common,
  type: z.literal([5, 6, 7]).describe('5 text, 6 text with code and countdown, 7 text with an email field.'),
  json_config: bar.prefault({}).describe('Contents of the bar.'),
});
const normalPopup = z.strictObject({
  ...common,
  type: z
    .literal([1, 2, 3, 4, 8])
    .describe(
      '1 newsletter, 2 activity, 3 limited offer, 4 shown when the visitor is leaving, 8 texts of the order reminder.',
    ),
  trigger_event_first: event.optional().describe('Event that shows the popup.'),
  trigger_event_second: event.optional().describe('Second event that must follow the first one.'),
  trigger_event_second_time: amount
    .optional()
    .describe(
      'Shortest time from the first event to the popup, in trigger_event_second_time_unit. The second event can happen earlier.',
    ),
  trigger_event_second_time_unit: unit.optional().describe('Unit: 1 seconds, 2 minutes, 3 hours, 4 days.'),
  json_config: pages.prefault({}).describe('Pages of the popup.'),
});

const popup = z
  .discriminatedUnion('type', [barPopup, normalPopup])
  .refine((one) => isBar(one) || !one.trigger_event_second || one.trigger_event_first, {
    error: 'has a second event but no first event',
    path: ['trigger_event_second'],
  })
  .transform((one) => ({
    ...one,
    display_frequency: isEventPopup(one) && one.display_frequency > 3 ? 1 : one.display_frequency,
    html_content: sanitiseHtml(one.html_content, idsOf(one.json_config)),
  }));

export const popupSettings = z
  .array(popup)
  .max(200)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'contains the same id twice');

/** Returns the JSON Schema of popups.json, which editors use for completion and validation (`npm run shop -- schema`). */
export function popupsJsonSchema(): Record<string, unknown> {
  const file = z
    .strictObject({ file: z.string().describe('Path in media/, such as wide/table.webp.') })
    .extend({ alt: z.string().max(255).optional().describe('Alternative text. Empty for decoration.') });
  return z.toJSONSchema(popupSettings, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // popups.json references images by path.
      if (zodSchema === wireImage) Object.assign(jsonSchema, z.toJSONSchema(file), { $schema: undefined });
    },
  }) as Record<string, unknown>;
}

export type PopupSetting = SettingValue<typeof popup>;

/** The type of a popup before the schema transforms it to `PopupSetting`. */
type Kind = SettingValue<typeof barPopup> | SettingValue<typeof normalPopup>;

function isBar(one: Kind): one is SettingValue<typeof barPopup> {
  return one.type === 5 || one.type === 6 || one.type === 7;
}

/** Returns whether the popup is an event popup: an event triggers it, or it contains the texts of the order reminder (R01). */
export function isEventPopup(one: Kind): boolean {
  return one.type === 8 || (!isBar(one) && one.trigger_event_first !== undefined);
}

function idsOf(config: Kind['json_config']): string[] {
  const ids = 'firstPageId' in config ? [config.firstPageId, config.secondPageId] : [];
  return [config.modalId, ...ids].filter((id) => id !== '');
}
