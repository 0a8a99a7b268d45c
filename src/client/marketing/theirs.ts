/** What advertising stores in a browser (R76), by name: its own and that of the services. */

const theirs =
  /^(?:_fb[cp]|ttclid|_tt|tt_|_ga|_gcl|_gac|_pin|_epik|_derived_epik|_scid|_sct|_ScCbts|u_sc|pixel_)/;

export const isTheirs = (name: string) => theirs.test(name);

/** Names of their cookies. */
export function theirCookies(): string[] {
  return document.cookie
    .split(/;\s*/)
    .map((pair) => pair.split('=')[0] ?? '')
    .filter(isTheirs);
}
