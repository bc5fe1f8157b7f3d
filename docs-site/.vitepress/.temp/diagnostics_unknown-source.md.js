import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-source","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-source.md","filePath":"diagnostics/unknown-source.md"}');
const _sfc_main = { name: "diagnostics/unknown-source.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-source" tabindex="-1">unknown-source <a class="header-anchor" href="#unknown-source" aria-label="Permalink to &quot;unknown-source&quot;">​</a></h1><p>A data set that is not declared.</p><p><code>from</code> and <code>views</code> name data sets of <code>endpoints/sources.yaml</code>, not tables. It declares each data set once for all endpoints: its name in each engine and its columns.</p><p>As long as the data set is unknown, the names of its columns cannot be checked, so correcting it may bring further messages.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">edge_log</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:7 error[unknown-source] There is no data set \`edge_log\`</span></span>
<span class="line"><span>  1 | from: edge_log</span></span>
<span class="line"><span>    |       ^^^^^^^^</span></span>
<span class="line"><span>  hint: Use \`edge_logs\`, if that is meant.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">edge_logs</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-source.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownSource = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownSource as default
};
