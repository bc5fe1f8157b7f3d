import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unsupported-function","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unsupported-function.md","filePath":"diagnostics/unsupported-function.md"}');
const _sfc_main = { name: "diagnostics/unsupported-function.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unsupported-function" tabindex="-1">unsupported-function <a class="header-anchor" href="#unsupported-function" aria-label="Permalink to &quot;unsupported-function&quot;">​</a></h1><p>A function that an enabled engine does not support.</p><p>The portable library has the function, and a dialect has declared that its engine cannot do it. The endpoint is enabled for that engine, so it cannot be compiled as it stands.</p><p>Silently leaving the engine out would take the endpoint away from its users; a similar function would return other rows on that engine.</p><p>Every engine that quern has today supports every function, so this page has no example. A dialect that you add may lack some.</p><p>Either use another function, or list the other engines:</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">engines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">bigquery</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">hosts</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">approx_count_distinct(metadata.request.host)</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unsupported-function.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unsupportedFunction = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unsupportedFunction as default
};
