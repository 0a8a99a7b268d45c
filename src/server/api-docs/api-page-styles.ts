/** Stylesheet of the API reference, in the shop's colours. */
export const apiStyles = `
:root{--paper:#faf7f1;--raised:#fffdf9;--ink:#1f221e;--soft:#5d6259;--line:#e0dacd;--green:#24483a;--clay:#9a4a2c;--blue:#2d4a73;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#171916;--raised:#1e211d;--ink:#ece9e1;--soft:#a4a99e;--line:#343830;--green:#9cc9b2;--clay:#e2a183;--blue:#a9c3ec}}
*{box-sizing:border-box}
html{scroll-padding-block-start:24px}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 "Figtree Variable",Figtree,system-ui,sans-serif;display:grid;grid-template-columns:248px minmax(0,1fr)}
a{color:var(--green);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--green);outline-offset:3px;border-radius:2px}
.skip{position:absolute;inset-inline-start:-999px}
.skip:focus{inset-inline-start:16px;inset-block-start:16px;background:var(--raised);padding:8px 12px;z-index:1}
h1,h2{font-family:"Fraunces Variable",Fraunces,Georgia,serif;font-weight:420;line-height:1.15;letter-spacing:-.01em;text-wrap:balance}
h1{font-size:clamp(34px,5vw,52px);margin:0 0 16px}
code,pre{font:500 .86em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
aside{position:sticky;inset-block-start:0;height:100vh;overflow:auto;padding:32px 24px;border-inline-end:1px solid var(--line)}
.brand{margin:0 0 32px;font-size:20px}.brand a{font-family:"Fraunces Variable",Fraunces,Georgia,serif;color:var(--ink);text-decoration:none}.brand span{color:var(--soft);font-size:14px}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:flex;justify-content:space-between;padding:6px 0;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--green)}nav span{color:var(--soft);font-variant-numeric:tabular-nums}
.aside-note{margin-block-start:32px;font-size:14px}
main{padding:56px clamp(20px,5vw,80px) 120px;max-width:1120px}
.lead{max-width:62ch;font-size:19px;color:var(--soft);margin:0}
.basics{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:32px 48px;margin:48px 0 16px;padding-block-start:32px;border-block-start:1px solid var(--line)}
.basics h2{font-size:20px;margin:0 0 12px}.basics p{margin:0;color:var(--soft);font-size:15px}
.basics pre{margin:0 0 12px;padding:12px 16px;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow:auto}
.basics section:last-child{grid-column:1/-1}
.codes{margin:0;columns:260px;column-gap:48px;font-size:14px}
.codes div{display:flex;gap:12px;padding:3px 0;break-inside:avoid}.codes dt{min-width:56px;font:500 13px/1.7 ui-monospace,Menlo,monospace;color:var(--green)}.codes dd{margin:0;color:var(--soft)}
.group{margin-block-start:64px}.group>h2{font-size:28px;margin:0 0 16px}
details{border-block-start:1px solid var(--line)}details:last-child{border-block-end:1px solid var(--line)}
summary{display:grid;grid-template-columns:52px minmax(0,auto) minmax(0,1fr) auto;gap:4px 12px;align-items:baseline;padding:12px 4px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--raised)}
.object summary{display:block}
summary code{overflow-wrap:anywhere}summary b{font-weight:500;color:var(--clay)}
.method{font:600 12px/1.5 ui-monospace,Menlo,monospace;letter-spacing:.03em;color:var(--green)}
.method.post{color:var(--clay)}.method.put{color:var(--blue)}
.what{color:var(--soft);font-size:14.5px}
.call{padding:4px 4px 28px;display:grid;gap:24px;grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr));align-items:start}
table{border-collapse:collapse;width:100%;font-size:14px;background:var(--raised);border:1px solid var(--line);border-radius:6px}
caption{text-align:start;font-size:13px;color:var(--soft);padding-block-end:6px}
th,td{text-align:start;font-weight:400;padding:6px 12px;vertical-align:baseline;border-block-start:1px solid var(--line)}
tr:first-child>*{border-block-start:0}th{white-space:nowrap}td code{overflow-wrap:anywhere;color:var(--soft)}
td p code{color:inherit}th i{font-style:normal;font-size:12px;color:var(--soft);margin-inline-start:8px}td span{display:block;font-size:12.5px;color:var(--soft)}td p{margin:2px 0 0}
.d1{padding-inline-start:28px}.d2{padding-inline-start:44px}.d3{padding-inline-start:60px}.d4{padding-inline-start:76px}
.source,.raw{grid-column:1/-1;margin:0;font-size:13px;color:var(--soft)}
@media (max-width:860px){body{display:block}aside{position:static;height:auto;border:0;padding-block-end:0}nav ul{columns:2}summary{grid-template-columns:52px minmax(0,1fr) auto}.what{grid-column:2/-1;order:1}}
@media print{aside{display:none}body{display:block}}
`;
