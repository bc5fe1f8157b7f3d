import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-column","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-column.md","filePath":"diagnostics/unknown-column.md"}');
const _sfc_main = { name: "diagnostics/unknown-column.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-column" tabindex="-1">unknown-column <a class="header-anchor" href="#unknown-column" aria-label="Permalink to &quot;unknown-column&quot;">​</a></h1><p>A column or field that the data set does not have.</p><p>The data set declares no such column, the record no such field, and no output column has this name. Names are case-sensitive.</p><p>Tables may hold more than <code>endpoints/sources.yaml</code> declares. An undeclared column has no type, so quern could neither check a comparison with it nor describe its JSON to callers. Declare the field first, then use it.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.request.pth = &#39;/rest&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:26 error[unknown-column] The record \`metadata.request\` has no field \`pth\`</span></span>
<span class="line"><span>  1 | where: [metadata.request.pth = &#39;/rest&#39;]</span></span>
<span class="line"><span>    |                          ^^^</span></span>
<span class="line"><span>  hint: Use \`path\`, if that is meant.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.request.path = &#39;/rest&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-column.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownColumn = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownColumn as default
};
