/**
 * Parses the content of popups of types 1 to 4 (POP-10, R52, R53). Checks every field, because another platform may send any value. Pure.
 */
import type { ResponseData } from '../contract/endpoint.ts';
import { imageUrlPattern } from '../contract/safe-url.ts';
import type { Endpoints } from '../contract/table.ts';
import type { MediaImage } from '../media/image.ts';
import { collectionPath, productPath, promotionPath } from '../pages/paths.ts';
import { type PopupCountdown, parsePopupCountdown } from './popup-countdown.ts';

export type Popup = ResponseData<Endpoints['GET /api/v1/popups']>[number];

/**
 * Returns true for a popup in the narrow sense: types 5 to 7 are announcement bars, and type 8 contains texts of the order reminder (R01,
 * R02).
 */
export function isPopup({ type }: Pick<Popup, 'type'>): boolean {
  return type >= 1 && type <= 4;
}

export interface PopupContent {
  /** Ids of the popup's HTML elements (R52). */
  modalId: string;
  firstPageId: string;
  secondPageId: string;
  /** HTML, sanitised when saved; '' for the built-in layout. */
  html: string;
  /** Accessible name of a popup without a visible title; '' for none. */
  label: string;
  /** Image data, or the URL of an image; null for no image. */
  image: MediaImage | string | null;
  title: string;
  text: string;
  hasForm: boolean;
  buttonText: string;
  /** Path and label of the popup's button; null for no button. */
  link: { path: string; text: string } | null;
  /** Discount code to copy; '' for none. */
  code: string;
  count: PopupCountdown | null;
  second: { title: string; text: string; code: string };
}

type Config = Readonly<Record<string, unknown>>;
const subscribeType = 1;

export function parsePopupContent({ id, type, html_content, heading, json_config }: Popup): PopupContent {
  const first = part(json_config, 'firstPage');
  const second = part(json_config, 'secondPage');
  const hasForm = type === subscribeType;
  const button = text(first, 'activityText');
  // activityType 4 is a code to copy instead of a link (R53).
  const isCode = Number(first.activityType) === 4;
  const path = hasForm || isCode ? '' : activityPath(first);
  return {
    modalId: elementId(json_config, 'modalId', `popup-${id}`),
    firstPageId: elementId(json_config, 'firstPageId', `popup-${id}-first`),
    secondPageId: elementId(json_config, 'secondPageId', `popup-${id}-second`),
    html: html_content,
    label: heading || text(first, 'title'),
    image: imageOf(first.image),
    title: text(first, 'title') || heading,
    text: text(first, 'text'),
    hasForm,
    buttonText: text(first, 'buttonText'),
    link: path === '' ? null : { path, text: button || text(first, 'buttonText') },
    code: !hasForm && isCode ? button : '',
    count: parsePopupCountdown(first),
    second: { title: text(second, 'title'), text: text(second, 'text'), code: text(second, 'code') },
  };
}

/** Returns the path of the popup's link, '' if it has none. */
function activityPath(first: Config): string {
  const name = text(first, 'activityUrl');
  if (name === '') return '';
  const kind = Number(first.activityType);
  if (kind === 2) return collectionPath(name);
  return kind === 3 ? productPath(name) : promotionPath(name);
}

function part(config: Config, name: string): Config {
  const value = config[name];
  return typeof value === 'object' && value !== null ? (value as Config) : {};
}

function text(config: Config, name: string): string {
  const value = config[name];
  return typeof value === 'string' ? value.trim() : '';
}

function elementId(config: Config, name: string, usual: string): string {
  const id = text(config, name);
  return /^popup-[\w-]+$/.test(id) ? id : usual;
}

function imageOf(value: unknown): MediaImage | string | null {
  if (typeof value === 'string') return value !== '' && imageUrlPattern.test(value) ? value : null;
  const { id, width, height, alt, color } = (value ?? {}) as Partial<MediaImage>;
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id) || !Number(width) || !Number(height)) return null;
  return {
    id,
    width: Number(width),
    height: Number(height),
    alt: String(alt ?? ''),
    color: String(color ?? ''),
  };
}
