import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unsupported-type","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unsupported-type.md","filePath":"diagnostics/unsupported-type.md"}');
const _sfc_main = { name: "diagnostics/unsupported-type.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unsupported-type" tabindex="-1">unsupported-type <a class="header-anchor" href="#unsupported-type" aria-label="Permalink to &quot;unsupported-type&quot;">​</a></h1><p>A column of a type that an enabled engine does not have.</p><p>The data set has a table on the engine, and a dialect has declared that its engine has no such type. All engines must answer the same, so quern does not store the values as a similar type: sums of a <code>decimal</code> that is kept as a <code>float64</code> are rounded.</p><p>Every engine that quern has today has every type, so this page has no example. A dialect that you add may have no <code>decimal</code>, no lists and no maps.</p><p>Either leave out the table on that engine, or declare a type that it has:</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">engines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">bigquery</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">hosts</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count_distinct(metadata.request.host)</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unsupported-type.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unsupportedType = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unsupportedType as default
};
