/** Every domain's handlers, merged: one line a domain. */
import { bagHandlers } from '../bag/api.ts';
import type { Handlers } from './handler.ts';
import { systemHandlers } from './system.ts';

export const handlers: Handlers = {
  ...bagHandlers,
  ...systemHandlers,
};
