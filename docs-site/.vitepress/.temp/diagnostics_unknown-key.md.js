import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-key","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-key.md","filePath":"diagnostics/unknown-key.md"}');
const _sfc_main = { name: "diagnostics/unknown-key.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-key" tabindex="-1">unknown-key <a class="header-anchor" href="#unknown-key" aria-label="Permalink to &quot;unknown-key&quot;">​</a></h1><p>An unknown key.</p><p>Every place has a fixed list of keys; <code>docs/language.md</code> has the lists. Any other key is a typing error or belongs to another place.</p><p>Ignoring it would be worse than refusing it: an endpoint with <code>wehre</code> instead of <code>where</code> would answer the rows of everybody.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">orderby</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">timestamp desc</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:1 error[unknown-key] The file has no key \`orderby\`</span></span>
<span class="line"><span>  1 | orderby: [timestamp desc]</span></span>
<span class="line"><span>    | ^^^^^^^</span></span>
<span class="line"><span>  hint: Use \`order_by\`, if that is meant.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">order_by</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">timestamp desc</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><p>Between braces a comma ends a value, so <code>{ value: round(a, 2) }</code> has a key <code>2)</code>. Quote the expression there.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-key.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownKey = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownKey as default
};
