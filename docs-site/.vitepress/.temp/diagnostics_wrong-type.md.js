import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"wrong-type","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/wrong-type.md","filePath":"diagnostics/wrong-type.md"}');
const _sfc_main = { name: "diagnostics/wrong-type.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="wrong-type" tabindex="-1">wrong-type <a class="header-anchor" href="#wrong-type" aria-label="Permalink to &quot;wrong-type&quot;">​</a></h1><p>A value of the wrong kind.</p><p>The value is of another kind than its key accepts: a list instead of a mapping, a text instead of a number.</p><p>YAML decides by the spelling: <code>100</code> is a number, <code>&#39;100&#39;</code> a text, <code>on</code> a text, <code>true</code> a boolean. Converting one into another would hide that the author and the file disagree.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">max_rows</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;100&#39;</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:11 error[wrong-type] \`max_rows\` takes a whole number, not a text</span></span>
<span class="line"><span>  1 | max_rows: &#39;100&#39;</span></span>
<span class="line"><span>    |           ^^^^^</span></span>
<span class="line"><span>  hint: Write \`100\`.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">max_rows</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">100</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/wrong-type.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const wrongType = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  wrongType as default
};
