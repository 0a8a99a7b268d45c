/** The type of a component imported by a test. `astro check` checks its props where pages use it. */
declare module '*.astro' {
  type Container = import('astro/container').experimental_AstroContainer;
  const component: Parameters<Container['renderToString']>[0];
  export default component;
}
