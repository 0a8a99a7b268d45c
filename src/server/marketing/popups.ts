/** Popups and announcement bars as the merchant writes them: setting `popups`, from `popups.json` (R01, R03, R05, R06, R52). */
import { z } from 'zod';
import { instant } from '#lib/contract/fields.ts';
import { pictureData } from '#lib/contract/product.ts';
import { linkAddress, ownPath } from '#lib/contract/safe-address.ts';
import { color } from '#lib/contract/wire-theme.ts';
import { alsoHome } from '#lib/marketing/hidden-pages.ts';
import { popupEvents } from '#lib/marketing/popup-events.ts';
import { pageTable } from '#lib/pages/page-table.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';

const text = (most: number) => z.string().trim().max(most);
const words = text(2000).default('');
/** So that no element of a popup is taken for one of the page. */
const elementId = z
  .string()
  .regex(/^(|popup-[\w-]{1,40})$/, 'must begin with popup-')
  .default('');
const unit = z.literal([1, 2, 3, 4]);
const amount = z.number().min(0).max(100_000);
const event = z.enum(popupEvents);
const pageTypes = [alsoHome, ...new Set(pageTable.flatMap(({ type }) => type ?? []))];

/** 1 until `endTime`, 2 for `duration` × `durationUnit` from the first view (R53). */
const countdown = {
  countType: z.literal([0, 1, 2]).default(0),
  /** ISO 8601 with a zone, or ms UTC. */
  endTime: z.union([z.iso.datetime({ offset: true }), z.literal(''), instant]).default(''),
  duration: amount.default(0),
  durationUnit: unit.default(2),
};

/** Of types 1 to 4, and the words of 8. */
const pages = z.strictObject({
  modalId: elementId,
  firstPageId: elementId,
  secondPageId: elementId,
  firstPage: z
    .strictObject({
      /** 1 a promotion, 2 a collection, 3 a product, 4 no link: `activityText` is a code to copy. */
      activityType: z.literal([1, 2, 3, 4]).default(1),
      activityUrl: z
        .string()
        .regex(/^(?:[\p{L}\p{M}\p{N}_-]|\u200C|\u200D){0,255}$/u, 'must be a handle')
        .default(''),
      activityText: text(100).default(''),
      ...countdown,
      title: text(120).default(''),
      text: words,
      buttonText: text(60).default(''),
      /** A path of this shop; in popups.json also `{file, alt}` of the media folder. */
      image: z
        .union([
          z.literal(''),
          z.string().max(2048).regex(ownPath, 'must be a path of this shop'),
          pictureData,
        ])
        .default(''),
    })
    .prefault({}),
  secondPage: z
    .strictObject({ title: text(120).default(''), text: words, code: text(64).default('') })
    .prefault({}),
});

/** Of types 5 to 7. */
const bar = z.strictObject({
  position: z.literal([1, 2, 3]).default(1),
  layOut: z.literal([1, 2, 3]).default(1),
  link: z.string().regex(linkAddress, 'must be a path of this shop or an address on the web').default(''),
  ...countdown,
  modalId: elementId,
  text: text(300).default(''),
  code: text(64).default(''),
  bgColor: color.or(z.literal('')).default(''),
  fontColor: color.or(z.literal('')).default(''),
});

const common = {
  id: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  enabled: z.boolean().default(true),
  heading: text(120).default(''),
  html_content: z.string().max(20_000).default(''),
  display_frequency: z.literal([1, 2, 3, 4, 5, 6]).default(1),
  display_times: z.number().int().min(0).max(10_000).default(1),
  display_type: z.literal([1, 2, 3]).default(1),
  display_page: z.union([z.literal('all'), z.array(z.enum(pageTypes)).max(40)]).default('all'),
  /** Of normal popups: 1 after the delay, else when the mouse leaves. Of event popups: 2 after the delay. */
  trigger_type: z.literal([1, 2]).default(1),
  delay_time: amount.default(0),
  delay_unit: unit.default(1),
};
const barPopup = z.strictObject({ ...common, type: z.literal([5, 6, 7]), json_config: bar.prefault({}) });
const normalPopup = z.strictObject({
  ...common,
  type: z.literal([1, 2, 3, 4, 8]),
  trigger_event_first: event.optional(),
  trigger_event_second: event.optional(),
  trigger_event_second_time: amount.optional(),
  trigger_event_second_time_unit: unit.optional(),
  json_config: pages.prefault({}),
});

const popup = z
  .discriminatedUnion('type', [barPopup, normalPopup])
  .refine((one) => isBar(one) || !one.trigger_event_second || one.trigger_event_first, {
    error: 'waits for a second event and for no first one',
    path: ['trigger_event_second'],
  })
  .transform((one) => ({
    ...one,
    display_frequency: isByEvent(one) && one.display_frequency > 3 ? 1 : one.display_frequency,
    html_content: sanitiseHtml(one.html_content, idsOf(one.json_config)),
  }));

export const popupSettings = z
  .array(popup)
  .max(200)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'has an id twice');

/** The JSON Schema of popups.json, by which editors complete and check it (`npm run shop -- schema`). */
export function popupsJsonSchema(): Record<string, unknown> {
  const file = z
    .strictObject({ file: z.string().describe('Path in media/, e.g. wide/table.webp.') })
    .extend({ alt: z.string().max(255).optional().describe('What is to be seen; empty for decoration.') });
  return z.toJSONSchema(popupSettings, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The file names pictures by their path.
      if (zodSchema === pictureData) Object.assign(jsonSchema, z.toJSONSchema(file), { $schema: undefined });
    },
  }) as Record<string, unknown>;
}

export type PopupSetting = z.output<typeof popup>;

type Kind = z.output<typeof barPopup> | z.output<typeof normalPopup>;

function isBar(one: Kind): one is z.output<typeof barPopup> {
  return one.type === 5 || one.type === 6 || one.type === 7;
}

/** Whether it comes with the list of event popups: it waits for an event, or is the reminder's words (R01). */
export function isByEvent(one: Kind): boolean {
  return one.type === 8 || (!isBar(one) && one.trigger_event_first !== undefined);
}

function idsOf(config: Kind['json_config']): string[] {
  const ids = 'firstPageId' in config ? [config.firstPageId, config.secondPageId] : [];
  return [config.modalId, ...ids].filter((id) => id !== '');
}
