import type { Popup } from '#lib/marketing/popup-content.ts';

/** Returns a popup as the popup endpoints send it. */
export function popup(id: number, more: Partial<Popup> = {}): Popup {
  return {
    ...{
      id,
      type: 2,
      html_content: '',
      heading: '',
      display_frequency: 1,
      display_times: 1,
      display_type: 1,
    },
    ...{ display_page: 'all', trigger_type: 1, delay_time: 0, delay_unit: 1, json_config: {} },
    ...more,
  };
}
