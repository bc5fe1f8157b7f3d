import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Saved SQL","description":"","frontmatter":{},"headers":[],"relativePath":"examples/saved-sql.md","filePath":"examples/saved-sql.md"}');
const _sfc_main = { name: "examples/saved-sql.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="saved-sql" tabindex="-1">Saved SQL <a class="header-anchor" href="#saved-sql" aria-label="Permalink to &quot;Saved SQL&quot;">​</a></h1><p>Three endpoints with statements in the engines&#39; own SQL, over two tables: requests to a gateway, and deployments.</p><table tabindex="0"><thead><tr><th>Endpoint</th><th>Engines</th><th>What it shows</th></tr></thead><tbody><tr><td><code>requests.slow</code></td><td>BigQuery, ClickHouse, DuckDB</td><td>a text for each engine in a file of its own, an optional parameter</td></tr><tr><td><code>requests.list</code></td><td>ClickHouse, DuckDB</td><td>pieces: one under a condition, one that an enum chooses, an absent text as <code>&#39;&#39;</code></td></tr><tr><td><code>deploys.errors</code></td><td>BigQuery, DuckDB</td><td>a join of two data sets, the clock, a list as JSON</td></tr></tbody></table><p>From the root of the repository:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">npm</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> run</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> -s</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> build</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">cd</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> examples/saved-sql</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">node</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> ../../dist/cli/bin.js</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> check</span><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;">            # the engines&#39; own parsers look at each statement</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">node</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> ../../dist/cli/bin.js</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> test</span><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;">             # the tests of the endpoints, on embedded DuckDB</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">node</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> ../../dist/cli/bin.js</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> explain</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> requests.slow</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> --param</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> project=shop</span></span></code></pre></div><p><code>docs/saved-sql.md</code> shows how to turn a folder of queries into endpoints.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("examples/saved-sql.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const savedSql = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  savedSql as default
};
