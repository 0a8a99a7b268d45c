/** The simulated gateways of R72, by name. */
import { airwallex } from './airwallex.ts';
import { ocean } from './ocean.ts';
import { redirectGateways } from './redirect-gateways.ts';
import type { SandboxGateway } from './sandbox-gateway.ts';

export const sandboxGateways: ReadonlyMap<string, SandboxGateway> = new Map([
  ...redirectGateways,
  ['ocean', ocean],
  ['airwallex', airwallex],
]);
