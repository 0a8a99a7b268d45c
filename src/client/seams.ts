/**
 * What Astro has no documented way for, in the browser. Nothing else of ours knows more of Astro than its documentation;
 * tests/unit/pages/seams.test.ts fails when Astro changes what stands here.
 */

/** The event of an island that cannot wake. It bubbles; Astro has tried the island's script twice by then. */
export const lostIsland = 'astro:hydration-error';
