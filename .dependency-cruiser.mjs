// The rules of the house about who may know whom. Pages and other .astro files: tests/unit/house.test.ts.
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'browser-never-imports-server',
      comment: 'lib and islands run in the browser; they speak to the server through the contract.',
      severity: 'error',
      from: { path: '^src/(lib|islands|inline)/' },
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
      to: { path: '^src/(islands|components|layouts|sections|pages)/' },
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
