import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"costlier-statement","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/costlier-statement.md","filePath":"diagnostics/costlier-statement.md"}');
const _sfc_main = { name: "diagnostics/costlier-statement.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="costlier-statement" tabindex="-1">costlier-statement <a class="header-anchor" href="#costlier-statement" aria-label="Permalink to &quot;costlier-statement&quot;">​</a></h1><p>A statement that reads more than before.</p><p><code>quern check --cost main</code> asks the engine how much the statement of each endpoint would read, now and in that state of the repository, and warns if it is over a tenth more. Nothing runs: BigQuery makes a dry run, which costs nothing and reports bytes, and ClickHouse estimates rows by its indexes. Required parameters have the values of their examples. Both statements are asked at the same time, about the same tables, so data that has arrived since makes no difference.</p><p>A condition that the engine cannot prune by, such as one on a function of the time, reads the whole table, and a column that only a new output needs is read in every row. If the endpoint must read more, the warning goes with the merge.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">endpoint</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">orders.recent</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">orders</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;epoch_seconds(at) &gt;= epoch_seconds(now() - 1 day)&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]    </span><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;"># reads every day</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/orders.recent.yaml:1:11 warning[costlier-statement] \`orders.recent\` would read 5,000,000 rows on clickhouse, and 16,384 rows in main</span></span>
<span class="line"><span>  1 | endpoint: orders.recent</span></span>
<span class="line"><span>    |           ^^^^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Compare the statements: \`quern explain orders.recent --engine clickhouse\` prints this one.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>1 warning</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">endpoint</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">orders.recent</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">orders</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">at &gt;= now() - 1 day</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/costlier-statement.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const costlierStatement = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  costlierStatement as default
};
