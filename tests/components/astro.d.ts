/** What a test imports of a component; its props are checked where pages use it, by `astro check`. */
declare module '*.astro' {
  type Container = import('astro/container').experimental_AstroContainer;
  const component: Parameters<Container['renderToString']>[0];
  export default component;
}
