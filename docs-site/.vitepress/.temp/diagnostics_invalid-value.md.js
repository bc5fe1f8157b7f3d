import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"invalid-value","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/invalid-value.md","filePath":"diagnostics/invalid-value.md"}');
const _sfc_main = { name: "diagnostics/invalid-value.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="invalid-value" tabindex="-1">invalid-value <a class="header-anchor" href="#invalid-value" aria-label="Permalink to &quot;invalid-value&quot;">​</a></h1><p>A value that its key does not accept.</p><p>The key takes values of this kind, but this one is out of range, empty, or not in the list.</p><p><code>max_rows</code>, for one, is at most 10,000: an answer is one JSON document that is built in memory, so without a real cap a single request could exhaust the service.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">max_rows</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">50000</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:11 error[invalid-value] \`max_rows\` is at most 10000, not \`50000\`</span></span>
<span class="line"><span>  1 | max_rows: 50000</span></span>
<span class="line"><span>    |           ^^^^^</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">max_rows</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">10000</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/invalid-value.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const invalidValue = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  invalidValue as default
};
