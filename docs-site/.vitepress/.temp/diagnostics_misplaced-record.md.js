import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"misplaced-record","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/misplaced-record.md","filePath":"diagnostics/misplaced-record.md"}');
const _sfc_main = { name: "diagnostics/misplaced-record.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="misplaced-record" tabindex="-1">misplaced-record <a class="header-anchor" href="#misplaced-record" aria-label="Permalink to &quot;misplaced-record&quot;">​</a></h1><p>A record where a single value is needed.</p><p>A record is a group of fields. It can be selected as a whole and tested with <code>is null</code>, and nothing else: engines store it as a struct, a tuple or an array of one, and have no comparison, order or grouping of it in common. Name one of its fields.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.request = &#39;GET&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:9 error[misplaced-record] \`metadata.request\` is a record, not a single value</span></span>
<span class="line"><span>  1 | where: [metadata.request = &#39;GET&#39;]</span></span>
<span class="line"><span>    |         ^^^^^^^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Name one of its fields. A whole record can only be selected, or tested with \`is null\`.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.request.method = &#39;GET&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/misplaced-record.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const misplacedRecord = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  misplacedRecord as default
};
