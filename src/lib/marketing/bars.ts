/** View model of announcement bars, which are popups of types 5 to 7 (ANN requirements, R52, R53). Pure. */
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { mayShowOn } from './pages-without-popups.ts';
import { type PopupCountdown, parsePopupCountdown } from './popup-countdown.ts';

type Popup = ResponseData<Endpoints['GET /api/v1/normal-popups']>[number];

export type BarPosition = 'top' | 'header' | 'bottom';

export interface AnnouncementBar {
  id: number;
  place: BarPosition;
  /** Device type on which the bar appears; '' for both. */
  device: '' | 'mobile' | 'pc';
  /** Id of the bar's HTML element. */
  elementId: string;
  /** Sanitised HTML; '' if the bar displays `text`. */
  html: string;
  text: string;
  /** Link of the bar: a path of the shop or an http URL; '' for none. */
  link: string;
  /** Discount code to copy; '' for none. */
  code: string;
  hasForm: boolean;
  count: PopupCountdown | null;
  /** CSS colours; '' for those of the theme. */
  color: string;
  ink: string;
  frequency: number;
  times: number;
  /** Delay after the page load, ms. */
  delay: number;
  /** True if the bar appears only when the mouse reaches the top of the window (exit intent). */
  waitsForExit: boolean;
}

const places: Readonly<Record<number, BarPosition>> = { 1: 'top', 2: 'header', 3: 'bottom' };
const countdownType = 6;
const formType = 7;

/**
 * Returns the bars of a page, in the order of the popups.
 * @param page type of the page (R17)
 */
export function getAnnouncementBars(popups: readonly Popup[], page: string): AnnouncementBar[] {
  return popups
    .filter(({ type, display_page }) => isBar(type) && mayShowOn(page, display_page))
    .map(toBar)
    .filter(({ html, text, link, code, hasForm }) => html || text || link || code || hasForm);
}

function isBar(type: number): boolean {
  return type >= 5 && type <= formType;
}

function toBar(popup: Popup): AnnouncementBar {
  const { id, type, html_content, heading, json_config: config } = popup;
  const isExit = popup.trigger_type !== 1;
  const layout = Number(config.layOut);
  const modalId = asText(config.modalId);
  return {
    id,
    place: places[Number(config.position)] ?? 'top',
    device: layout === 2 ? 'pc' : layout === 3 ? 'mobile' : '',
    // With custom HTML, modalId is the id of an element inside that HTML (R52).
    elementId: html_content === '' && /^[A-Za-z][\w-]*$/.test(modalId) ? modalId : `bar-${id}`,
    html: html_content,
    text: asText(config.text) || heading,
    link: safeLink(asText(config.link)),
    code: type === countdownType ? asText(config.code).trim() : '',
    hasForm: type === formType,
    count: type === countdownType ? parsePopupCountdown(config) : null,
    color: asText(config.bgColor),
    ink: asText(config.fontColor),
    frequency: popup.display_frequency,
    times: popup.display_times,
    delay: isExit ? 0 : popup.delay_time * (popup.delay_unit === 1 ? 1000 : 60_000),
    waitsForExit: isExit,
  };
}

/** Accepts only paths and http URLs: a URL with another scheme could run a script. */
function safeLink(link: string): string {
  return /^(?:\/(?![/\\])|https?:\/\/)/i.test(link) ? link : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
