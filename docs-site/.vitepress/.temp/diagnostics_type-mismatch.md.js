import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"type-mismatch","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/type-mismatch.md","filePath":"diagnostics/type-mismatch.md"}');
const _sfc_main = { name: "diagnostics/type-mismatch.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="type-mismatch" tabindex="-1">type-mismatch <a class="header-anchor" href="#type-mismatch" aria-label="Permalink to &quot;type-mismatch&quot;">​</a></h1><p>Operands or arguments of incompatible types.</p><p>An expression combines values of different types. There are three implicit conversions: an <code>int64</code> becomes a <code>float64</code> or a <code>decimal</code>, and a literal text becomes a time, if the other value has that type.</p><p>Engines disagree on the rest. For a text compared with a number, BigQuery and ClickHouse reject the statement, while DuckDB converts row by row and fails at the first text that is not a number, perhaps weeks later. <code>x = null</code> is rejected too, because it is never true; write <code>x is null</code>.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.response.status_code = &#39;404&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:9 error[type-mismatch] \`=\` takes values of one type, found \`int64\` and \`string\`</span></span>
<span class="line"><span>  1 | where: [metadata.response.status_code = &#39;404&#39;]</span></span>
<span class="line"><span>    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Write \`404\`, without quotes.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.response.status_code = 404</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/type-mismatch.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const typeMismatch = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  typeMismatch as default
};
