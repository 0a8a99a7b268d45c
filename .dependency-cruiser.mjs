// Which folders may import which. The rules for pages and other .astro files are in tests/unit/conventions/structure.test.ts.

/**
 * The folders of src/server, the highest first: each imports only what stands below it, types included, so that there is no
 * circle among them. What each is for: docs/architecture.md, whose table a test compares with this.
 */
export const serverLayers = [
  ['process'],
  ['pages'],
  ['platform'],
  ['api'],
  ['api-docs'],
  ['shop'],
  ['admin'],
  ['jobs', 'backup'],
  ['storefront', 'customers', 'staff'],
  ['payments', 'marketing', 'tracking'],
  ['orders'],
  ['checkout'],
  ['bag', 'search'],
  ['promotions'],
  ['catalog', 'content', 'mail'],
  ['theme', 'media'],
  ['queue'],
  ['core'],
  ['settings'],
  ['cache'],
  ['db'],
];

/** One rule a folder: it knows no other of its own layer and none above. */
const layerRules = serverLayers.slice(1).flatMap((layer, at) =>
  layer.map((folder) => ({
    name: `${folder}-imports-only-below`,
    severity: 'error',
    from: { path: `^src/server/${folder}/` },
    to: {
      path: '^src/server/',
      pathNot: `^src/server/(${[folder, ...serverLayers.slice(at + 2).flat()].join('|')})/`,
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'server-folders-have-a-layer',
      severity: 'error',
      from: { path: '^src/server/', pathNot: `^src/server/(${serverLayers.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Type imports and import() counted.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'browser-never-imports-server',
      comment: 'client, lib and islands run in the browser; they speak to the server through the contract.',
      severity: 'error',
      from: { path: '^src/(client|lib|islands)/' },
      to: { path: '^src/(server|sandbox)/' },
    },
    {
      name: 'pages-reach-the-server-through-locals',
      severity: 'error',
      from: { path: '^src/(pages|layouts|components|sections)/' },
      to: { path: '^src/(server|sandbox)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lib-stands-alone',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^src/(client|islands|components|layouts|sections|pages)/' },
    },
    {
      name: 'only-the-reference-imports-field-descriptions',
      comment: 'So that no page loads them.',
      severity: 'error',
      from: { pathNot: '^src/server/api-docs/' },
      to: { path: '^src/lib/contract/field-descriptions\\.ts$' },
    },
    {
      name: 'client-stands-below-the-islands',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/(islands|components|layouts|sections|pages)/' },
    },
    {
      name: 'no-circles-between-folders-of-the-browser',
      comment: 'Type imports counted. The folders of src/server have a rule of their own.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(client|islands|lib)(/|$)' },
      to: { circular: true },
    },
    {
      name: 'admin-is-an-application-of-its-own',
      comment:
        'No page of the shop loads code of the admin; src/server/pages/admin-script.ts builds it apart.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/admin/' },
      to: { path: '^src/admin/' },
    },
    {
      name: 'only-the-admin-imports-its-packages',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/admin/' },
      to: {
        path: '^node_modules/(react-admin|ra-[\\w-]+|@mui|@emotion|react-router|react-router-dom|@tanstack/react-query|react-hook-form)/',
      },
    },
    {
      name: 'admin-imports-lib-only',
      severity: 'error',
      from: { path: '^src/admin/' },
      to: { path: '^src/', pathNot: '^src/(admin|lib)/' },
    },
    {
      name: 'sandbox-is-a-process-of-its-own',
      severity: 'error',
      from: { path: '^(src/server|server\\.ts)' },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(inline:|astro:|virtual:|astro/app/entrypoint$|node:sqlite$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
