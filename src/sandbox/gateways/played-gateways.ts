/** The simulated gateways of R72, by name. */
import { airwallex } from './airwallex.ts';
import { ocean } from './ocean.ts';
import type { PlayedGateway } from './played-gateway.ts';
import { redirects } from './redirects.ts';

export const playedGateways: ReadonlyMap<string, PlayedGateway> = new Map([
  ...redirects,
  ['ocean', ocean],
  ['airwallex', airwallex],
]);
